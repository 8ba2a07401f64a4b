"""What the server and a worker process write to each other: frames of bytes.

kind: one byte | number of the job: four bytes | length: four bytes | payload
"""

from __future__ import annotations

import struct
from enum import Enum
from typing import NamedTuple

__all__ = ["HEADER", "Frame", "Kind", "header_of"]

HEADER = struct.Struct(">cII")


class Kind(Enum):
    """From the server: CONFIGURE, JOB, AGAIN, STOP, WHERE. From a worker: the others."""

    CONFIGURE = b"c"  # the files of games, and the secret of hidden moves
    JOB = b"j"  # a request
    AGAIN = b"a"  # a request to run interpreted, to find the line that it hangs at
    STOP = b"s"  # answer with what is known
    WHERE = b"w"  # tell the line that the rules are at
    READY = b"r"  # all is imported
    STARTED = b"t"  # everything is compiled; the limit counts from here
    PROGRESS = b"p"  # a message that a newer one replaces
    MESSAGE = b"m"  # a message that must arrive
    LINE = b"l"  # the answer to WHERE
    DONE = b"d"  # the job has ended
    LEFT = b"x"  # the job has ended, and so does the worker


class Frame(NamedTuple):
    kind: Kind
    job: int
    payload: bytes

    def encoded(self) -> bytes:
        return HEADER.pack(self.kind.value, self.job, len(self.payload)) + self.payload


def header_of(data: bytes) -> tuple[Kind, int, int]:
    """The kind, the number of the job and the length of the payload."""
    kind, job, length = HEADER.unpack(data)
    return Kind(kind), job, length
