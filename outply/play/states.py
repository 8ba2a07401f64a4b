"""Questions about a state: what can happen next, who sees it, who won, whether it can recur."""

from __future__ import annotations

import random
from typing import Any

from outply.choices import choices
from outply.game import CHANCE, MAX, Game

__all__ = [
    "can_see",
    "finds_repetition",
    "utilities",
    "valued_player",
    "winner",
    "winners",
]

PLAYOUTS = 20
LONGEST_PLAYOUT = 200  # plies


def valued_player(game: Game[Any], state: Any) -> int:
    """Return the player whose value a search of `state` finds: the side to move, at chance MAX."""
    player = game.to_move(state)
    return MAX if player == CHANCE else player


def can_see(game: Game[Any], state: Any, choice: int, player: int) -> bool:
    """Whether a player can distinguish a move or an outcome from all the other possible ones."""
    if not game.traits.hidden or game.to_move(state) == player:
        return True
    seen = game.observation(game.result(state, choice), player)
    others = (other for other in choices(game, state) if other != choice)
    return all(game.observation(game.result(state, other), player) != seen for other in others)


# -- finished games -------------------------------------------------------------------


def utilities(game: Game[Any], state: Any) -> tuple[float, ...]:
    """Return the utility of each player in a terminal state."""
    return tuple(game.utility(state, player) for player in range(game.traits.players))


def winners(game: Game[Any], state: Any) -> list[int]:
    """List the players with the highest utility in a terminal state."""
    each = utilities(game, state)
    return [player for player, utility in enumerate(each) if utility == max(each)]


def winner(game: Game[Any], state: Any) -> int | None:
    """Return the only player with the highest utility in a terminal state; None for a tie."""
    best = winners(game, state)
    return best[0] if len(best) == 1 else None


# -- repetition -----------------------------------------------------------------------


def finds_repetition(game: Game[Any], state: Any) -> bool:
    """Whether one of some random playouts from `state` reaches a position twice.

    If so, positions can repeat; if not, they may still be able to.
    """
    rng = random.Random(0)
    return any(_repeats(game, state, rng) for _ in range(PLAYOUTS))


def _repeats(game: Game[Any], state: Any, rng: random.Random) -> bool:
    visited = [state]
    for _ in range(LONGEST_PLAYOUT):
        options = choices(game, state)
        if not options:
            return False
        state = game.result(state, rng.choice(options))
        if state in visited:
            return True
        visited.append(state)
    return False
