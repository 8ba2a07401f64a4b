"""A game that tells which move made which state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from outply.game import Game

__all__ = ["Made", "witnessed"]

Made = Callable[[Any, int, Any], None]
"""Told of each step: the state, the move, and the very object that it gave."""


def witnessed(game: Game[Any], made: Made) -> Game[Any]:
    """The same game, for interpreted searches, with `made` told of each result."""
    return cast("Game[Any]", _Witness(game, made))


class _Witness:
    __slots__ = ("_game", "_made")

    def __init__(self, game: Game[Any], made: Made) -> None:
        self._game = game
        self._made = made

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """That of the game, which has the optional methods that the game defines."""
        return type(self._game)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def result(self, state: Any, move: int) -> Any:
        after = self._game.result(state, move)
        self._made(state, move, after)
        return after
