"""The win probability of player 0, which a page shows instead of a value.

A value is an expected utility or an evaluation on the scale of utilities. In a game of win, draw
and loss a value v is the probability (1 + v) / 2, half of a draw counted as a win. An evaluation in
units of the game's `margin` (in chess a pawn) and a utility that counts points go through a
logistic curve instead. The curve is a display: no games were fitted to it.
"""

from __future__ import annotations

import math
from typing import Any

from outply.game import CHANCE, MAX, Game

__all__ = ["chance_for", "chance_of_value", "win_chance"]

MARGINS = 4.0 / math.log(10.0)  # so that one margin is 64 %, and four are 91 %
POINTS_SHARE = 1 / 16  # of the most points, which make 73 %; in Othello, four discs
EXPECTED_SHARE = 1 / 6  # the same where values are averages over chance


def win_chance(game: Game[Any], value: float, exact: bool) -> float:
    """The win probability of player 0, from its value; `exact` if that is the truth."""
    least, most = game.utility_range
    traits = game.traits
    if exact and not (traits.chance or traits.hidden):
        return 0.5 if value == 0.0 else float(value > 0.0)
    if game.margin:
        return _logistic(value / (MARGINS * game.margin))
    if (least, most) == (-1.0, 1.0):
        return min(1.0, max(0.0, 0.5 + 0.5 * value))
    middle, half = 0.5 * (least + most), 0.5 * (most - least)
    share = EXPECTED_SHARE if traits.chance or traits.hidden else POINTS_SHARE
    return _logistic((value - middle) / (share * half))


def chance_of_value(game: Game[Any], value: float | None, player: int, exact: bool) -> float | None:
    """The same from another player's value; None if that does not say what player 0 gets."""
    if value is None or not math.isfinite(value):
        return None
    if player in (MAX, CHANCE):
        return win_chance(game, value, exact)
    if game.traits.players == 2 and game.traits.zero_sum:
        return win_chance(game, -value, exact)
    return None


def chance_for(player: int, chance: float) -> float:
    """The win probability of one of two players, from that of player 0."""
    return chance if player in (MAX, CHANCE) else 1.0 - chance


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, x))))
