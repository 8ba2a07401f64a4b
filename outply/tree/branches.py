"""Which move led to which state, and which branches of a state a search has taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple

from outply.game import CHANCE, Game

__all__ = ["UNKNOWN", "Branch", "Branches", "observed_game"]

OnResult = Callable[[Any, int, Any], None]
"""Called with a state, a move, and the very object that `result` returned for them."""


def observed_game(game: Game[Any], on_result: OnResult) -> Game[Any]:
    """The same game, for interpreted searches, with `on_result` called for each result.

    Its type is a subclass of the game's, so a search sees which methods the game defines. Calls of
    `result` by the rules themselves are not observed.
    """
    rules: Any = type(game)

    def result(state: Any, move: int) -> Any:
        after = game.result(state, move)
        on_result(state, move, after)
        return after

    def attribute(self: Any, name: str) -> Any:
        return result if name == "result" else getattr(game, name)

    observed: type = type(rules.__name__, (rules,), {"__getattribute__": attribute})
    made: Game[Any] = object.__new__(observed)
    return made


class Branch(NamedTuple):
    move: int | None
    probability: float | None = None


UNKNOWN = Branch(None)


class Branches:
    """The branches of one state. `depth` is the plies left; at 0, only noisy moves are tried.

    States are distinguished by identity, so they need neither equality nor a hash.
    """

    def __init__(self, game: Game[Any], state: Any, depth: int) -> None:
        self._game, self._state, self._depth = game, state, depth
        # Moves by the identity of their results; the results are kept, so that no id is used twice.
        self._moves: dict[int, tuple[Any, list[int]]] = {}
        self._taken: set[int | None] = set()

    def add(self, state: Any, move: int, after: Any) -> None:
        """Note that `move` led to `after`, if `state` is the state of these branches."""
        if state is self._state:
            self._moves.setdefault(id(after), (after, []))[1].append(move)

    def take(self, child: Any) -> tuple[Branch, bool]:
        """The branch that led to `child`, and whether it was taken before.

        Where several moves led to the very same object, they are taken in turn.
        """
        _, moves = self._moves.get(id(child), (None, []))
        if not moves:
            return UNKNOWN, False
        move = next((move for move in moves if move not in self._taken), moves[-1])
        again = move in self._taken
        self._taken.add(move)
        return Branch(move, self._probabilities.get(move)), again

    def untaken(self) -> list[Branch]:
        """The branches that were not taken, in the order of the rules."""
        if self._is_chance:
            tried = [Branch(*outcome) for outcome in self._probabilities.items()]
        else:
            noisy = self._depth <= 0
            moves = self._game.noisy_moves if noisy else self._game.moves
            tried = [Branch(move) for move in moves(self._state)]
        return [branch for branch in tried if branch.move not in self._taken]

    def are_missing(self) -> bool:
        """Whether the rules give no move or outcome although the game is not over."""
        if self._game.is_terminal(self._state):
            return False
        rules = self._game.outcomes if self._is_chance else self._game.moves
        moves: Iterable[Any] = rules(self._state)
        return next(iter(moves), None) is None

    @cached_property
    def _is_chance(self) -> bool:
        return self._game.to_move(self._state) == CHANCE

    @cached_property
    def _probabilities(self) -> dict[int, float]:
        return dict(self._game.outcomes(self._state)) if self._is_chance else {}
