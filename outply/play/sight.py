"""Who sees what, where information is hidden."""

from __future__ import annotations

from typing import Any

from outply.game import CHANCE, Game

__all__ = ["choices", "sees"]


def choices(game: Game[Any], state: Any) -> list[int]:
    """The moves or outcomes that can come next; none where the game is over."""
    if game.is_terminal(state):
        return []
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.outcomes(state)]
    return list(game.moves(state))


def sees(game: Game[Any], state: Any, choice: int, player: int) -> bool:
    """Whether a player can tell a move or an outcome from all others that were possible."""
    if not game.traits.hidden or game.to_move(state) == player:
        return True
    seen = game.observation(game.result(state, choice), player)
    others = (other for other in choices(game, state) if other != choice)
    return all(game.observation(game.result(state, other), player) != seen for other in others)
