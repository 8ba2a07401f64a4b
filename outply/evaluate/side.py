"""Whose point of view a value has; also defined at chance nodes."""

from __future__ import annotations

from typing import Any

from outply.game import CHANCE, MAX, Game

__all__ = ["side_of"]

MOST_ROLLS = 8  # in a row; with more of them, a state is valued from the side of MAX


def side_of(game: Game[Any], state: Any) -> int:
    """The player to move; where chance is, who moves after the first outcome that is possible.

    This is most often the player from whose side the author writes such a state down. Outcomes
    that end the game are passed over: whose turn it is then may be anybody's.
    """
    for _ in range(MOST_ROLLS):
        player = game.to_move(state)
        if player != CHANCE:
            return player
        state = after_first_outcome(game, state)
    return MAX


def after_first_outcome(game: Game[Any], state: Any) -> Any:
    """The state after the first possible outcome that does not end the game, if there is one."""
    after = state
    for outcome, probability in game.outcomes(state):
        if probability > 0.0:
            after = game.result(state, outcome)
            if not game.is_terminal(after):
                break
    return after
