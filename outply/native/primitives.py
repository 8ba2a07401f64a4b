"""Functions that are not linked but have a twin of the same name in `outply.native.jit`.

Memory by its address, which compiled code has and Python has not; and the mixing of a state
into a key, which goes over all numbers of a state, whatever its type.
"""

from __future__ import annotations

from outply.game import mixed

__all__ = ["PRIMITIVES", "peek", "poke"]


def peek(address: int, index: int) -> int:
    """The signed word at `address[index]`."""
    raise NotImplementedError("only compiled code reads memory")


def poke(address: int, index: int, value: int) -> None:
    """Write a signed word to `address[index]`."""
    raise NotImplementedError("only compiled code writes memory")


PRIMITIVES = (mixed, peek, poke)
