"""The compiled twin of a watch: the same books, kept in one block of words.

    word      0      1      2        3       4 …            4 + stride …
              nodes  most   guesses  stride  line lengths   lines, one row a depth

`stride` is the depth of the search plus one. The host sets `most` to 0 to stop a search.
"""

from __future__ import annotations

import ctypes
from typing import Any

from outply.game import INFINITY
from outply.native.errors import Stopped, Stuck
from outply.native.primitives import peek, poke

__all__ = ["NativeWatch", "WatchMemory"]

NODES, MOST, GUESSES, STRIDE, LENGTHS = 0, 1, 2, 3, 4


class NativeWatch(int):
    """`outply.search.watch.Watch` for compiled code: an address, with methods.

    Never instantiated: the linker compiles its methods, with `self` the address.
    """

    def enter(
        self, state: Any, depth: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> None:
        if depth < 0 or depth >= peek(self, STRIDE):
            raise IndexError
        nodes = peek(self, NODES)
        if nodes >= peek(self, MOST):
            raise Stopped
        poke(self, NODES, nodes + 1)
        poke(self, LENGTHS + depth, 0)

    def foreseen(self, state: Any, depth: int, alpha: float, beta: float, value: float) -> float:
        poke(self, LENGTHS + depth, 0)
        return value

    def better(self, depth: int, move: int) -> None:
        stride = peek(self, STRIDE)
        if depth < 1 or depth >= stride:
            raise IndexError
        below = peek(self, LENGTHS + depth - 1)
        row = LENGTHS + stride + depth * stride
        poke(self, row, move)
        for i in range(below):
            poke(self, row + 1 + i, peek(self, row - stride + i))
        poke(self, LENGTHS + depth, below + 1)

    def cut(self) -> None:
        pass

    def skipped(self) -> None:
        poke(self, GUESSES, peek(self, GUESSES) + 1)

    def relies_on_guess(self) -> None:
        poke(self, GUESSES, peek(self, GUESSES) + 1)

    def entered(self) -> int:
        return peek(self, NODES)

    def guesses_made(self) -> int:
        return peek(self, GUESSES)

    def truth(self, value: float) -> float:
        return value

    def guess(self, value: float) -> float:
        poke(self, GUESSES, peek(self, GUESSES) + 1)
        return value

    def value(self, value: float) -> float:
        if value == INFINITY or value == -INFINITY:
            raise Stuck
        return value


class WatchMemory:
    """The host's side of a `NativeWatch`."""

    def __init__(self, depth: int, nodes: float) -> None:
        self._stride = depth + 1
        self._words = (ctypes.c_int64 * (LENGTHS + self._stride * (self._stride + 1)))()
        self._words[MOST] = int(min(nodes, 2**63 - 1))
        self._words[STRIDE] = self._stride
        self.address = ctypes.addressof(self._words)

    def begin(self, nodes: float) -> None:
        """Once more, from nothing, up to so many nodes."""
        self._words[NODES] = self._words[GUESSES] = 0
        self._words[MOST] = int(min(nodes, 2**63 - 1))

    def stop(self) -> None:
        self._words[MOST] = 0

    @property
    def nodes(self) -> int:
        return int(self._words[NODES])

    @property
    def guessed(self) -> bool:
        return bool(self._words[GUESSES])

    def line(self, depth: int) -> tuple[int, ...]:
        row = LENGTHS + self._stride * (depth + 1)
        return tuple(self._words[row : row + self._words[LENGTHS + depth]])
