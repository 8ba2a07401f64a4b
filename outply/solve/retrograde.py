"""Retrograde analysis: from the ends of a game back to its start, in NumPy.

Wins and their distances are found layer by layer: a state is won for a player to move who has a
move to a won state, and for the other player once all moves lead to won states. Each state counts
its open moves, so every move is looked at once.

Sources: Ströhlein's dissertation (1970); Thompson, "Retrograde analysis of certain
endgames" (1986).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from outply.game import MAX, MIN

__all__ = ["NO_DISTANCE", "Graph", "can_repeat", "solved"]

NO_DISTANCE = -1

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Graph:
    """States by number: the player to move, the number of moves, and their targets."""

    player: NDArray[np.int8]
    terminal: NDArray[np.bool_]
    utility: NDArray[np.float64]  # to MAX, of terminal states
    moves: Numbers
    targets: Numbers

    @cached_property
    def ends(self) -> Numbers:
        return np.flatnonzero(self.terminal)

    @cached_property
    def arrivals(self) -> Numbers:
        """How many moves lead to each state."""
        return np.bincount(self.targets, minlength=len(self.moves))

    @cached_property
    def first_arrival(self) -> Numbers:
        return np.cumsum(self.arrivals) - self.arrivals

    @cached_property
    def sources(self) -> NDArray[np.int32]:
        """The state that each move comes from, sorted by the targets."""
        sources = np.repeat(np.arange(len(self.moves), dtype=np.int32), self.moves)
        by_target: Numbers = np.argsort(self.targets, kind="stable")
        return sources[by_target]

    def before(self, states: Numbers) -> NDArray[np.int32]:
        """The states from which a move leads to one of these, once for each move."""
        arrivals = self.arrivals[states]
        skipped = self.first_arrival[states] - (np.cumsum(arrivals) - arrivals)
        places: Numbers = np.repeat(skipped, arrivals) + np.arange(arrivals.sum())
        return self.sources[places]


@dataclass(frozen=True)
class Front:
    """The states that are decided, and how many moves of the others are open."""

    graph: Graph
    needs_one: NDArray[np.bool_]  # where one move to a decided state is enough
    open_moves: Numbers
    decided: NDArray[np.bool_]

    @staticmethod
    def of(graph: Graph, needs_one: NDArray[np.bool_]) -> Front:
        return Front(graph, needs_one, graph.moves.copy(), np.zeros(len(graph.moves), bool))

    def layers(self, states: Numbers) -> Iterator[Numbers]:
        """These states, then the states that they decide one ply before, and so on."""
        while states.size:
            self.decided[states] = True
            yield states
            before = self.graph.before(states)
            before = before[~self.decided[before]]
            np.subtract.at(self.open_moves, before, 1)
            ready = self.needs_one[before] | (self.open_moves[before] == 0)
            states = np.unique(before[ready]).astype(np.int64)


def solved(graph: Graph) -> tuple[NDArray[np.float64], Numbers]:
    """The value of each state to the player to move, and the plies to the end.

    For each player the utilities above 0 are taken from the greatest down. A state in which neither
    player can force a utility above 0 is worth 0, whether it ends or not, and has no distance.
    """
    values = np.zeros(len(graph.moves))
    distances = np.full(len(graph.moves), NO_DISTANCE)
    for player, sign in ((MAX, 1.0), (MIN, -1.0)):
        front = Front.of(graph, graph.player == player)
        for utility, ends in by_utility(graph, sign):
            for plies, layer in enumerate(front.layers(ends)):
                values[layer] = np.where(front.needs_one[layer], utility, -utility)
                distances[layer] = plies
    return values, distances


def by_utility(graph: Graph, sign: float) -> Iterator[tuple[float, Numbers]]:
    """Each utility above 0 to one player, the greatest first, with the states that have it."""
    utility = sign * graph.utility[graph.ends]
    order = np.argsort(-utility, kind="stable")
    order = order[utility[order] > 0]
    levels, first = np.unique(-utility[order], return_index=True)
    for level, begin, end in zip(levels, first, [*first[1:], len(order)], strict=False):
        yield -float(level), graph.ends[order[begin:end]]


def can_repeat(graph: Graph) -> bool:
    """Whether a state can occur twice: some states remain if ends are removed again and again."""
    front = Front.of(graph, np.zeros(len(graph.moves), bool))
    for _ in front.layers(graph.ends):
        pass
    return not bool(front.decided.all())
