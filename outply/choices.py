"""What can come next in a state: moves, or outcomes where chance is to move."""

from __future__ import annotations

from typing import Any

from outply.game import CHANCE, Game

__all__ = ["choices"]


def choices(game: Game[Any], state: Any) -> list[Any]:
    """List the legal moves, or the outcomes where chance is to move; none if the game is over."""
    if game.is_terminal(state):
        return []
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.outcomes(state)]
    return list(game.moves(state))
