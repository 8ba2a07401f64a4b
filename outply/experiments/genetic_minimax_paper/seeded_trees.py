"""Seeded trees of any number of levels, the true values of their moves, and the rank of a move.

The trees are those of `random-tree`. Here the number of levels and the kind of the leaves are part
of the state, not of the rules, so that a search is compiled once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from outply.experiments.genetic_minimax_paper.compared_searches import searched
from outply.game import MAX, Bits, Game, mixed
from outply.games.random_tree import LARGEST_AMOUNT
from outply.search import Limit, Search
from outply.search.engine import Engine
from outply.search.minimax import Minimax

__all__ = ["KINDS", "SeededPosition", "SeededTree", "best_line", "rank", "root", "true_values"]

KINDS = ("independent", "correlated")
SPREAD = 1_000_000  # leaves are 0 to SPREAD - 1


class SeededPosition(NamedTuple):
    path: Bits  # a hash of the moves that led here
    level: int
    total: int  # of the amounts on the edges passed, in a correlated tree
    levels: int
    correlated: bool


@dataclass(frozen=True)
class SeededTree(Game[SeededPosition]):
    """A full tree, MAX to move at its root; see `random-tree`."""

    branching: int = 7

    @property
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        return (1.0 - SPREAD, SPREAD - 1.0)

    def initial(self) -> SeededPosition:
        return root(0, 7, "independent")

    def to_move(self, state: SeededPosition) -> int:
        return state.level % 2

    def moves(self, state: SeededPosition) -> Iterator[int]:
        if state.level < state.levels:
            yield from range(self.branching)

    def result(self, state: SeededPosition, move: int) -> SeededPosition:
        path = mixed((state.path ^ move,))
        total = state.total + self.amount_on(path, state.correlated)
        return SeededPosition(path, state.level + 1, total, state.levels, state.correlated)

    def amount_on(self, path: Bits, correlated: bool) -> int:
        """The amount on the last edge of a path."""
        if not correlated:
            return 0
        return path >> 54

    def plies_left(self, state: SeededPosition) -> int:
        return state.levels - state.level

    def is_terminal(self, state: SeededPosition) -> bool:
        return state.level == state.levels

    def utility(self, state: SeededPosition, player: int) -> float:
        value = float(((state.path >> 32) * SPREAD) >> 32)
        if state.correlated:
            value = float(state.total * SPREAD // (state.levels * LARGEST_AMOUNT + 1))
        return value if player == MAX else -value

    def evaluate(self, state: SeededPosition, player: int) -> float:
        """The mean of the leaves below."""
        guess = (SPREAD - 1) / 2
        if state.correlated:
            total = state.total + (state.levels - state.level) * LARGEST_AMOUNT / 2
            guess = total * (SPREAD - 1) / (state.levels * LARGEST_AMOUNT + 1)
        return guess if player == MAX else -guess


def root(seed: int, levels: int, kind: str) -> SeededPosition:
    """The root of tree number `seed`."""
    return SeededPosition(mixed((seed + 1,)), 0, 0, levels, kind == "correlated")


def true_values(
    game: SeededTree, state: SeededPosition, compiled: bool | None = None
) -> list[float]:
    """The value of every move to the player at the root, by searches to the end of the tree."""
    limit = Limit(depth=state.levels - state.level - 1)
    after = (game.result(state, move) for move in game.moves(state))
    search: Search = Minimax() if compiled is False else Engine()
    return [-searched(search, game, child, limit, compiled).value for child in after]


def best_line(
    game: SeededTree, state: SeededPosition, compiled: bool | None = None
) -> tuple[int, ...]:
    """The principal line."""
    return searched(Minimax(), game, state, Limit(depth=state.levels), compiled).line


def rank(values: Sequence[float], move: int) -> int:
    """1 for a best move; else one more than the number of moves that are better."""
    return 1 + sum(value > values[move] for value in values)
