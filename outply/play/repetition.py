"""Whether a game can come back to where it was."""

from __future__ import annotations

import random
from typing import Any

from outply.game import Game
from outply.play.sight import choices

__all__ = ["is_seen_to_repeat"]

PLAYS = 20
LONGEST = 200  # plies


def is_seen_to_repeat(game: Game[Any], state: Any) -> bool:
    """Whether any of some random plays from `state` comes to a position twice.

    If so, positions can repeat; if not, they may be able to.
    """
    rng = random.Random(0)
    return any(_repeats(game, state, rng) for _ in range(PLAYS))


def _repeats(game: Game[Any], state: Any, rng: random.Random) -> bool:
    passed = [state]
    for _ in range(LONGEST):
        ways = choices(game, state)
        if not ways:
            return False
        state = game.result(state, rng.choice(ways))
        if state in passed:
            return True
        passed.append(state)
    return False
