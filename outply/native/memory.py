"""The compiled twin of a watch: the same books, kept in one block of words.

    word      0      1      2        3       4 …            4 + stride …
              nodes  most   guessed  stride  line lengths   lines, one row a depth

`stride` is the depth of the search plus one. The host sets `most` to 0 to stop a search.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outply.native.errors import Stopped
from outply.native.jit import peek, poke

__all__ = ["NativeWatch", "WatchMemory"]

NODES, MOST, GUESSED, STRIDE, LENGTHS = 0, 1, 2, 3, 4


class NativeWatch(int):
    """`outply.search.watch.Watch` for compiled code: an address, with methods.

    Never instantiated: the linker compiles its methods, with `self` the address.
    """

    def enter(self, state: Any, depth: int, alpha: float = -np.inf, beta: float = np.inf) -> None:
        nodes = peek(self, NODES)
        if nodes >= peek(self, MOST):
            raise Stopped
        poke(self, NODES, nodes + 1)
        poke(self, LENGTHS + depth, 0)

    def better(self, depth: int, move: int) -> None:
        stride = peek(self, STRIDE)
        below = peek(self, LENGTHS + depth - 1)
        row = LENGTHS + stride + depth * stride
        poke(self, row, move)
        for i in range(below):
            poke(self, row + 1 + i, peek(self, row - stride + i))
        poke(self, LENGTHS + depth, below + 1)

    def cut(self) -> None:
        pass

    def truth(self, value: float) -> float:
        return value

    def guess(self, value: float) -> float:
        poke(self, GUESSED, 1)
        return value

    def value(self, value: float) -> float:
        return value


class WatchMemory:
    """The host's side of a `NativeWatch`."""

    def __init__(self, depth: int, nodes: float) -> None:
        stride = depth + 1
        self._words = np.empty(LENGTHS + stride + stride * stride, dtype=np.int64)
        self._words[: LENGTHS + stride] = 0
        self._words[MOST] = min(nodes, np.iinfo(np.int64).max)
        self._words[STRIDE] = stride
        self.address = self._words.ctypes.data

    def stop(self) -> None:
        self._words[MOST] = 0

    @property
    def nodes(self) -> int:
        return int(self._words[NODES])

    @property
    def guessed(self) -> bool:
        return bool(self._words[GUESSED])

    def line(self, depth: int) -> tuple[int, ...]:
        stride = int(self._words[STRIDE])
        row = LENGTHS + stride + depth * stride
        return tuple(self._words[row : row + int(self._words[LENGTHS + depth])].tolist())
