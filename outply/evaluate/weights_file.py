"""Files of weights in the format of safetensors.

    8 bytes    the length of the header, an unsigned number, least byte first
    header     JSON: for each tensor its type, shape and place; texts by name in `__metadata__`
    data       the tensors, one after the other

A file may be compressed by gzip, as those are that come with Outply.

Source: the format as described at https://huggingface.co/docs/safetensors.
"""

from __future__ import annotations

import gzip
import json
import os
import struct
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from outply.game import OutplyError

__all__ = ["Tensor", "TensorFile", "read_tensors", "write_tensors"]

ITEM_SIZES = {"I16": 2, "U16": 2, "I32": 4, "F32": 4, "I64": 8, "F64": 8}
MOST_HEADER = 1 << 20  # bytes
GZIP, CORRUPT = b"\x1f\x8b", (EOFError, zlib.error)


class Tensor(NamedTuple):
    """Numbers of one type (`I16`, `F32`, …), in order."""

    kind: str
    data: bytes

    @property
    def length(self) -> int:
        return len(self.data) // ITEM_SIZES[self.kind]


class TensorFile(NamedTuple):
    """The content of a file: texts that describe it, and tensors by name."""

    metadata: dict[str, str]
    tensors: dict[str, Tensor]


def write_tensors(
    file: str | Path, metadata: Mapping[str, str], tensors: Mapping[str, Tensor]
) -> None:
    """Write a file, all of it or nothing."""
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    place = 0
    for name, tensor in tensors.items():
        ends = [place, place + len(tensor.data)]
        header[name] = {"dtype": tensor.kind, "shape": [tensor.length], "data_offsets": ends}
        place = ends[1]
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    content = [struct.pack("<Q", len(text)), text, *(tensor.data for tensor in tensors.values())]
    _replace(Path(file), b"".join(content))


def _replace(file: Path, content: bytes) -> None:
    try:
        handle, part = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    except OSError as error:
        raise OutplyError(f"{file} cannot be written: {error.strerror}.") from None
    with os.fdopen(handle, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    os.chmod(part, 0o644)
    os.replace(part, file)


def read_tensors(file: str | Path) -> TensorFile:
    """Read a file; raises, in one sentence, if it is not there or not of this format."""
    try:
        content = Path(file).read_bytes()
    except OSError as error:
        raise OutplyError(f"{file} cannot be read: {error.strerror}.") from None
    try:
        return _parsed(gzip.decompress(content) if content[:2] == GZIP else content)
    except (ValueError, KeyError, TypeError, AttributeError, struct.error, OSError, *CORRUPT):
        raise OutplyError(f"{file} is not a file of weights; make one with outply learn.") from None


def _parsed(content: bytes) -> TensorFile:
    (length,) = struct.unpack_from("<Q", content)
    if length > min(MOST_HEADER, len(content) - 8):
        raise ValueError("the header is longer than the file")
    header = json.loads(content[8 : 8 + length])
    metadata = header.pop("__metadata__", {})
    data = memoryview(content)[8 + length :]
    return TensorFile(metadata, {name: _tensor(entry, data) for name, entry in header.items()})


def _tensor(entry: dict[str, Any], data: memoryview) -> Tensor:
    begin, end = entry["data_offsets"]
    tensor = Tensor(entry["dtype"], bytes(data[begin:end]))
    if len(tensor.data) != end - begin or entry["shape"] != [tensor.length]:
        raise ValueError("a tensor is not complete")
    return tensor
