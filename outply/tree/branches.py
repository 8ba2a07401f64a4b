"""The ways on from one state, and which of them a search has taken."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from outply.game import CHANCE, Game

__all__ = ["UNKNOWN", "Branch", "Branches"]


class Branch(NamedTuple):
    move: int | None
    probability: float | None = None


UNKNOWN = Branch(None)


class Branches:
    """`depth` is the plies left: at none, only the noisy moves are there to be tried.

    States are told apart by identity, so they need neither equality nor a hash.
    """

    def __init__(self, game: Game[Any], state: Any, depth: int) -> None:
        self._game = game
        self._state = state
        self._depth = depth
        self._made: dict[int, tuple[Any, list[int]]] = {}  # holds the states: their ids stay theirs
        self._taken: set[int | None] = set()

    def made(self, state: Any, move: int, after: Any) -> None:
        """`move` at `state`, if that is the one here, gave `after`."""
        if state is self._state:
            self._made.setdefault(id(after), (after, []))[1].append(move)

    def take(self, child: Any) -> tuple[Branch, bool]:
        """The branch that led to `child`, and whether it was taken before.

        Where several moves gave the very same object, they are taken in turn.
        """
        _, moves = self._made.get(id(child), (None, []))
        if not moves:
            return UNKNOWN, False
        move = next((move for move in moves if move not in self._taken), moves[-1])
        again = move in self._taken
        self._taken.add(move)
        return Branch(move, self._probabilities.get(move)), again

    def untaken(self) -> list[Branch]:
        """The branches that are left, in the order of the rules."""
        if self._is_chance:
            tried = [Branch(*outcome) for outcome in self._probabilities.items()]
        else:
            noisy = self._depth <= 0
            moves = self._game.noisy_moves if noisy else self._game.moves
            tried = [Branch(move) for move in moves(self._state)]
        return [branch for branch in tried if branch.move not in self._taken]

    def missing(self) -> bool:
        """Whether the rules name no way on although the game is not over."""
        if self._game.is_terminal(self._state):
            return False
        rules = self._game.outcomes if self._is_chance else self._game.moves
        ways: Iterable[Any] = rules(self._state)
        return next(iter(ways), None) is None

    @cached_property
    def _is_chance(self) -> bool:
        return self._game.to_move(self._state) == CHANCE

    @cached_property
    def _probabilities(self) -> dict[int, float]:
        return dict(self._game.outcomes(self._state)) if self._is_chance else {}
