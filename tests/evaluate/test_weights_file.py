"""Files of weights: what is written is read; damaged files are refused in one sentence."""

from __future__ import annotations

import gzip
import json
import struct

import pytest

from outply.evaluate import read_tensors, write_tensors
from outply.evaluate.weights_file import Tensor
from outply.game import OutplyError

TENSORS = {"one": Tensor("I16", struct.pack("<3h", 1, -2, 3)), "two": Tensor("F32", b"")}


def test_what_is_written_is_read(tmp_path):
    file = tmp_path / "weights.safetensors"
    write_tensors(file, {"game": "nim"}, TENSORS)
    assert read_tensors(file) == ({"game": "nim"}, TENSORS)


def test_the_layout_is_that_of_the_format(tmp_path):
    """Read by hand, as the format is described."""
    file = tmp_path / "weights.safetensors"
    write_tensors(file, {"game": "nim"}, TENSORS)
    content = file.read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    assert header["__metadata__"] == {"game": "nim"}
    assert header["one"] == {"dtype": "I16", "shape": [3], "data_offsets": [0, 6]}
    assert content[8 + length :] == b"\x01\x00\xfe\xff\x03\x00"


@pytest.mark.parametrize("cut", [0, 5, 20, -1])
def test_a_file_that_is_cut_off_is_refused(tmp_path, cut):
    file = tmp_path / "weights.safetensors"
    write_tensors(file, {}, TENSORS)
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(OutplyError, match="is not a file of weights; make one with outply learn"):
        read_tensors(file)


@pytest.mark.parametrize("content", [b"text " * 20, b"\xff" * 64, struct.pack("<Q", 2) + b"[]"])
def test_other_files_are_refused(tmp_path, content):
    file = tmp_path / "weights.safetensors"
    file.write_bytes(content)
    with pytest.raises(OutplyError, match="is not a file of weights"):
        read_tensors(file)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(OutplyError, match="none cannot be read: No such file"):
        read_tensors(tmp_path / "none")
    with pytest.raises(OutplyError, match="cannot be written: No such file"):
        write_tensors(tmp_path / "folder" / "file", {}, {})


def test_a_compressed_file_is_read(tmp_path):
    file = tmp_path / "weights.safetensors"
    write_tensors(file, {"game": "nim"}, TENSORS)
    packed = gzip.compress(file.read_bytes())
    file.write_bytes(packed)
    assert read_tensors(file) == ({"game": "nim"}, TENSORS)
    for damaged in (packed[:-9], packed[:12], packed[:20] + b"??" + packed[22:]):
        file.write_bytes(damaged)
        with pytest.raises(OutplyError, match="is not a file of weights"):
            read_tensors(file)
