"""What a search tells about itself while it runs."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from outply.compiler import Stopped, Stuck
from outply.compiler.memory import MOST_ROLLS
from outply.game import INFINITY

__all__ = ["Stopped", "Stuck", "Watch"]


class Watch:
    """Counts nodes, keeps the line, and stops the search when its budget is spent.

    A search reports to its watch: `enter` at each node, `better` when a move improves
    on what it had, `cut` when the remaining moves need no look (`skipped` when they might
    have), and one of `truth`, `guess` or `value` on the way out. A recorder is a watch that
    remembers more. Compiled searches report to `outply.compiler.memory.NativeWatch` instead,
    which keeps the same counts.
    """

    def __init__(self, depth: int, nodes: float = INFINITY, deadline: float = INFINITY) -> None:
        self.nodes = 0
        self.guesses = 0
        self._rolls = 0  # on the way to the present node
        self._most_nodes = nodes
        self._deadline = deadline
        self._lines: list[tuple[int, ...]] = [()] * (depth + 1)

    @property
    def guessed(self) -> bool:
        """Whether anything in the search was a guess: if not, its value is proved."""
        return self.guesses > 0

    def entered(self) -> int:
        """How many nodes so far."""
        return self.nodes

    def guesses_made(self) -> int:
        """How many guesses so far."""
        return self.guesses

    def relies_on_guess(self) -> None:
        """What was found is only as good as a guess that was made elsewhere."""
        self.guesses += 1

    def enter(
        self, state: Any, depth: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> None:
        """A node, with the plies left below it and its window."""
        if self.nodes >= self._most_nodes or perf_counter() > self._deadline:
            raise Stopped
        self.nodes += 1
        self._lines[depth] = ()

    def check_clock(self) -> None:
        """Between nodes that take long, as a playout does; compiled, none takes long enough."""
        if perf_counter() > self._deadline:
            raise Stopped

    def foreseen(self, state: Any, depth: int, alpha: float, beta: float, value: float) -> float:
        """A node that needs no entering, since its bounds say enough: it has no line."""
        self._lines[depth] = ()
        return value

    def better(self, depth: int, move: int) -> None:
        """`move` is the best so far at the present node, which has `depth` plies left."""
        self._lines[depth] = (move, *self._lines[depth - 1])

    def cut(self) -> None:
        """The moves that were not tried at the present node cannot matter."""

    def changed(self) -> None:
        """The present node is one that the newest path changed, in a tree of reserved paths."""

    def visited(self, times: int) -> None:
        """So many simulations came by the present node, in a tree that grows by simulations."""

    def skipped(self) -> None:
        """Moves were left out that might matter: the result is not proved."""
        self.guesses += 1
        self.cut()

    def truth(self, value: float) -> float:
        """Leave a terminal node with its utility."""
        return value

    def guess(self, value: float) -> float:
        """Leave a node at the horizon with its evaluation: the result is not proved."""
        self.guesses += 1
        return value

    def value(self, value: float) -> float:
        """Leave an inner node with its backed-up value."""
        if value in (INFINITY, -INFINITY):
            raise Stuck
        return value

    def roll(self) -> None:
        """Chance is to move at the present node; raises MemoryError if it is again and again."""
        self._rolls += 1
        if self._rolls > MOST_ROLLS:
            raise MemoryError

    def expected(self, depth: int, value: float) -> float:
        """Leave a chance node with its expectation; there the line ends."""
        self._rolls -= 1
        return self.lineless(depth, value)

    def lineless(self, depth: int, value: float) -> float:
        """Leave an inner node with its backed-up value, and let the line end there."""
        self._lines[depth] = ()
        return self.value(value)

    def stop(self) -> None:
        """Let the search stop at its next node; from any thread."""
        self._most_nodes = 0

    def line(self, depth: int) -> tuple[int, ...]:
        """The moves both sides play from a node searched to `depth`."""
        return self._lines[depth]
