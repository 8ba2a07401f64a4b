"""The compiled twin of a watch: the same books, kept in one block of words.

    word      0      1      2        3       4      5      6 …            6 + stride …
              nodes  most   guesses  stride  host   rolls  line lengths   lines, one row a depth

`stride` is the depth of the search plus one. At `most` nodes the search calls the function
at the address `host`, which may allow more; where there is none, it stops. So does it if
another thread sets `most` to 0.
"""

from __future__ import annotations

import ctypes
import struct
from typing import Any

from outply.compiler.errors import Stopped, Stuck
from outply.compiler.primitives import call, peek, poke
from outply.game import INFINITY

__all__ = ["MOST_ROLLS", "NativeWatch", "WatchMemory"]

NODES, MOST, GUESSES, STRIDE, HOST, ROLLS, LENGTHS = range(7)
HEADER = struct.Struct(f"={LENGTHS}q")

MOST_NODES = 2**63 - 1
MOST_ROLLS = 1200  # that a stack has room for


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
        if nodes >= peek(self, MOST) and not self.is_allowed(nodes):
            raise Stopped
        poke(self, NODES, nodes + 1)
        poke(self, LENGTHS + depth, 0)

    def is_allowed(self, nodes: int) -> bool:
        """Whether the host wants more than so many nodes."""
        if peek(self, HOST) == 0:
            return False
        call(peek(self, HOST), self)
        return nodes < peek(self, MOST)

    def check_clock(self) -> None:
        pass

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

    def roll(self) -> None:
        rolls = peek(self, ROLLS) + 1
        if rolls > MOST_ROLLS:
            raise MemoryError
        poke(self, ROLLS, rolls)

    def expected(self, depth: int, value: float) -> float:
        poke(self, ROLLS, peek(self, ROLLS) - 1)
        return self.lineless(depth, value)

    def lineless(self, depth: int, value: float) -> float:
        poke(self, LENGTHS + depth, 0)
        return self.value(value)


class WatchMemory:
    """The host's side of a `NativeWatch`."""

    def __init__(self, depth: int) -> None:
        self._stride = depth + 1
        self._words = (ctypes.c_int64 * (LENGTHS + self._stride * (self._stride + 1)))()
        self._is_stopped = False
        self.address = ctypes.addressof(self._words)

    def begin(self, nodes: float, host: int = 0) -> None:
        """Once more, from nothing, up to so many nodes, where the host is asked."""
        most = int(min(nodes, MOST_NODES))
        HEADER.pack_into(self._words, 0, 0, most, 0, self._stride, host, 0)
        if self._is_stopped:
            self._words[MOST] = 0

    def allow(self, nodes: float) -> None:
        """Up to so many nodes, unless it was stopped."""
        self._words[MOST] = int(min(nodes, MOST_NODES))
        if self._is_stopped:
            self._words[MOST] = 0

    def stop(self) -> None:
        """At the next node, and whenever it begins again; from any thread."""
        self._is_stopped = True
        self._words[MOST] = 0

    def renew(self) -> None:
        """For another search, which was not stopped."""
        self._is_stopped = False

    @property
    def nodes(self) -> int:
        return self._words[NODES]

    @property
    def guessed(self) -> bool:
        return bool(self._words[GUESSES])

    def line(self, depth: int) -> tuple[int, ...]:
        row = LENGTHS + self._stride * (depth + 1)
        return tuple(self._words[row : row + self._words[LENGTHS + depth]])
