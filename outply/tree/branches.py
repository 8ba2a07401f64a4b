"""Which branch of a node led to a child, from the two states alone."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from outply.game import CHANCE, Game

__all__ = ["Branch", "Branches"]


class Branch(NamedTuple):
    move: int | None
    probability: float | None = None


UNKNOWN = Branch(None)


class Branches:
    """The ways on from one state, and which of them a search has taken.

    `depth` is the plies left: at none, only the noisy moves are there to be tried.
    """

    def __init__(self, game: Game[Any], state: Any, depth: int) -> None:
        self._game = game
        self._state = state
        self._depth = depth
        self._taken: set[int | None] = set()

    def take(self, child: Any) -> tuple[Branch, bool]:
        """The branch that leads to `child`, and whether it was taken before."""
        ways = self._leading_to.get(child, [])
        for branch in ways:
            if branch.move not in self._taken:
                self._taken.add(branch.move)
                return branch, False
        return (ways[0], True) if ways else (UNKNOWN, False)

    def untaken(self) -> list[Branch]:
        """The branches that are left, in the order of the rules."""
        return [branch for branch in self._tried if branch.move not in self._taken]

    @cached_property
    def _tried(self) -> list[Branch]:
        if self._game.to_move(self._state) == CHANCE:
            return [Branch(*outcome) for outcome in self._game.outcomes(self._state)]
        if self._depth <= 0:
            return [Branch(move) for move in self._game.noisy_moves(self._state)]
        return [Branch(move) for move in self._game.moves(self._state)]

    @cached_property
    def _leading_to(self) -> dict[Any, list[Branch]]:
        ways: dict[Any, list[Branch]] = {}
        for branch in dict.fromkeys([*self._tried, *self._untried]):
            if branch.move is not None:
                ways.setdefault(self._game.result(self._state, branch.move), []).append(branch)
        return ways

    @property
    def _untried(self) -> list[Branch]:
        """Legal moves that a quiescence search would not try, though it may."""
        if self._depth > 0 or self._game.to_move(self._state) == CHANCE:
            return []
        return [Branch(move) for move in self._game.moves(self._state)]
