"""What compiled code can do and Python cannot: memory by its address.

These stand for the intrinsics of the same names in `outply.native.jit`, so that code over
them can be read, and linked, without importing Numba.
"""

from __future__ import annotations

__all__ = ["PRIMITIVES", "peek", "poke"]


def peek(address: int, index: int) -> int:
    """The signed word at `address[index]`."""
    raise NotImplementedError("only compiled code reads memory")


def poke(address: int, index: int, value: int) -> None:
    """Write a signed word to `address[index]`."""
    raise NotImplementedError("only compiled code writes memory")


PRIMITIVES = (peek, poke)
