"""The watch: counts nodes, reads the clock, and stops a search at its limit.

A search reports each node to it. `Watch.enter` raises Stopped when the nodes or the time are used
up; `run_within_limit.py` catches it and answers with the best result so far.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from outply.compiler.errors import EndlessChance, Stopped, Stuck
from outply.compiler.native_watch import MOST_ROLLS
from outply.game import INFINITY

__all__ = ["Stopped", "Stuck", "Watch"]


class Watch:
    """Counts nodes, keeps the line, and stops the search when its budget is spent.

    A search calls `enter` at each node, `better` when a move is the best so far, `cut` when the
    remaining moves cannot matter (`skipped` if they might), and `utility`, `evaluation` or `value`
    when it leaves the node. A recorder is a watch that keeps more. Compiled searches report to
    `outply.compiler.native_watch.NativeWatch` instead, which keeps the same counts.
    """

    def __init__(self, depth: int, nodes: float = INFINITY, deadline: float = INFINITY) -> None:
        self.nodes = self.estimates = 0
        self._rolls = 0  # on the way to the present node
        self._most_nodes, self._deadline = nodes, deadline
        self._lines: list[tuple[int, ...]] = [()] * (depth + 1)

    @property
    def estimated(self) -> bool:
        """Whether the search made an estimate: if not, its value is proved."""
        return self.estimates > 0

    def entered(self) -> int:
        """The number of nodes so far."""
        return self.nodes

    def estimates_made(self) -> int:
        """The number of estimates so far."""
        return self.estimates

    def relies_on_estimate(self) -> None:
        """A value relies on an estimate that was made elsewhere, as one from a table does."""
        self.estimates += 1

    def enter(
        self, state: Any, depth: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> None:
        """Enter a node, with its remaining depth and its window; raises Stopped at the limit."""
        if self.nodes >= self._most_nodes or perf_counter() > self._deadline:
            raise Stopped
        self.nodes += 1
        self._lines[depth] = ()

    def check_clock(self) -> None:
        """Raise Stopped after the deadline, between nodes that take long, such as playouts.

        Compiled code never takes that long.
        """
        if perf_counter() > self._deadline:
            raise Stopped

    def foreseen(self, state: Any, depth: int, alpha: float, beta: float, value: float) -> float:
        """A node is not entered, since its bounds give its value; it has no line."""
        self._lines[depth] = ()
        return value

    def better(self, depth: int, move: int) -> None:
        """`move` is the best so far at the present node, which has `depth` plies left."""
        self._lines[depth] = (move, *self._lines[depth - 1])

    def cut(self) -> None:
        """The moves that were not tried at the present node cannot matter."""

    def changed(self) -> None:
        """The newest path changed the present node, in a reservation tree."""

    def visited(self, times: int, urgency: float | None = None) -> None:
        """Simulations visited the present node `times` times, in Monte-Carlo tree search.

        Its parent selects the child with the highest urgency, such as the UCB value.
        """

    def skipped(self) -> None:
        """Moves were left out that might matter: the result is not proved."""
        self.estimates += 1
        self.cut()

    def utility(self, value: float) -> float:
        """Leave a terminal node with its utility."""
        return value

    def evaluation(self, value: float) -> float:
        """Leave a node at the horizon with its evaluation: the result is not proved."""
        self.estimates += 1
        return value

    def value(self, value: float) -> float:
        """Leave an inner node with its backed-up value."""
        if value in (INFINITY, -INFINITY):
            raise Stuck
        return value

    def roll(self) -> None:
        """Chance is to move at the present node; raises EndlessChance if it moves too often."""
        self._rolls += 1
        if self._rolls > MOST_ROLLS:
            raise EndlessChance

    def expected(self, depth: int, value: float) -> float:
        """Leave a chance node with its expectation; the line ends there."""
        self._rolls -= 1
        return self.lineless(depth, value)

    def lineless(self, depth: int, value: float) -> float:
        """Leave an inner node with its backed-up value, and let the line end there."""
        self._lines[depth] = ()
        return self.value(value)

    def stop(self) -> None:
        """Stop the search at its next node; from any thread."""
        self._most_nodes = 0

    def end_by(self, latest: float) -> None:
        """Stop the search at this time at the latest; from any thread."""
        self._deadline = min(self._deadline, latest)

    def line(self, depth: int) -> tuple[int, ...]:
        """The principal variation from a node that was searched to `depth`."""
        return self._lines[depth]
