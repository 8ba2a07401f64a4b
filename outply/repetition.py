"""The draw by repetition: a position that occurs for the third time ends the game.

It applies to games that define `reversible_plies`. This module decides it for games that are
played, here and over protocols. Inside the tree, the selective search compares the key of a
position with those of the last `reversible_plies` plies: one equal key on the path below the root,
or two in the game up to it, make it a draw (`search/engine/path.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outply.game import Game

__all__ = ["REPETITION", "is_drawn_by_repetition"]

REPETITION = "threefold repetition"
OCCURRENCES = 3


def is_drawn_by_repetition(game: Game[Any], states: Sequence[Any]) -> bool:
    """Whether the last of these states of a game occurs for the third time.

    Two states are the same position if their keys are equal: a state may also count plies. A game
    that is over by its rules is not drawn by repetition as well.
    """
    state = states[-1]
    reversible = game.reversible_plies(state)
    if reversible < OCCURRENCES - 1 or len(states) < OCCURRENCES or game.is_terminal(state):
        return False
    key = game.key(state)
    return sum(game.key(each) == key for each in states[-1 - reversible :]) >= OCCURRENCES
