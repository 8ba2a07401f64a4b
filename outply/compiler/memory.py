"""The watch of compiled searches, which keeps the same counts as `outply.search.watch.Watch`."""

from __future__ import annotations

from typing import Any

from outply.compiler.errors import Stopped, Stuck
from outply.compiler.primitives import call, rare
from outply.compiler.records import Array, Atomic, Record
from outply.game import INFINITY

__all__ = ["MOST_ROLLS", "NativeWatch"]

MOST_NODES = 2**63 - 1
MOST_ROLLS = 1200  # that a stack has room for


class NativeWatch(Record, checked=False):
    """`outply.search.watch.Watch` for compiled code; for searches up to `depth` plies deep.

    At `most` nodes the search calls the host's function, which may allow more; where there is
    none, it stops. It also stops if another thread sets `most` to 0.
    """

    nodes: int
    most: Atomic[int]
    guesses: int
    host: int  # the address of a function, or 0
    rolls: int  # on the way to the present node
    lengths: Array[int]  # of the lines, by the plies that are left
    lines: Array[int]  # a column for each number of plies that are left; as wide as `lengths`

    def __init__(self, depth: int) -> None:
        super().__init__(lengths=depth + 1, lines=(depth + 1) ** 2)
        self._is_stopped = False

    # -- what a search reports --------------------------------------------------------

    def enter(
        self, state: Any, depth: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> None:
        if depth < 0 or depth >= len(self.lengths):
            raise IndexError
        nodes = self.nodes
        if nodes >= self.most:
            self.ask_host()
            if nodes >= self.most:
                raise Stopped
        self.nodes = nodes + 1
        self.lengths[depth] = 0

    @rare
    def ask_host(self) -> None:
        """Ask for more nodes."""
        if self.host != 0:
            call(self.host, self)

    def check_clock(self) -> None:
        pass

    def foreseen(self, state: Any, depth: int, alpha: float, beta: float, value: float) -> float:
        self.lengths[depth] = 0
        return value

    def better(self, depth: int, move: int) -> None:
        if depth - 1 < 0 or depth >= len(self.lengths):
            raise IndexError
        below = self.lengths[depth - 1]
        self.lines[depth] = move
        if below > 0:
            self.continue_line(depth, below)
        self.lengths[depth] = below + 1

    @rare
    def continue_line(self, depth: int, below: int) -> None:
        """Let a line go on as the one with a ply less does, which has so many moves."""
        width = len(self.lengths)
        for at in range(below):
            self.lines[(at + 1) * width + depth] = self.lines[at * width + depth - 1]

    def cut(self) -> None:
        pass

    def skipped(self) -> None:
        self.guesses += 1

    def relies_on_guess(self) -> None:
        self.guesses += 1

    def entered(self) -> int:
        return self.nodes

    def guesses_made(self) -> int:
        return self.guesses

    def truth(self, value: float) -> float:
        return value

    def guess(self, value: float) -> float:
        self.guesses += 1
        return value

    def value(self, value: float) -> float:
        if value == INFINITY or value == -INFINITY:
            raise Stuck
        return value

    def roll(self) -> None:
        if self.rolls >= MOST_ROLLS:
            raise MemoryError
        self.rolls += 1

    def expected(self, depth: int, value: float) -> float:
        self.rolls -= 1
        return self.lineless(depth, value)

    def lineless(self, depth: int, value: float) -> float:
        self.lengths[depth] = 0
        return self.value(value)

    # -- what the host does -----------------------------------------------------------

    def begin(self, nodes: float, host: int = 0) -> None:
        """Once more, from nothing, up to so many nodes, where the host is asked."""
        self.nodes = self.guesses = self.rolls = 0
        self.host = host
        self.allow(nodes)

    def allow(self, nodes: float) -> None:
        """Up to so many nodes, unless it was stopped."""
        self.most = int(min(nodes, MOST_NODES))
        if self._is_stopped:
            self.most = 0

    def stop(self) -> None:
        """At the next node, and whenever it begins again; from any thread."""
        self._is_stopped = True
        self.most = 0

    def renew(self) -> None:
        """For another search, which was not stopped."""
        self._is_stopped = False

    @property
    def guessed(self) -> bool:
        return self.guesses > 0

    def line(self, depth: int) -> tuple[int, ...]:
        width = len(self.lengths)
        return tuple(self.lines[at * width + depth] for at in range(self.lengths[depth]))
