"""Who gets what: utilities and evaluations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from outply.check.check_report import Broken
from outply.check.checked_position import CheckedPosition, player_text
from outply.check.checks.basics import TINY
from outply.check.checks.registry import at_end, before_end, position_check
from outply.game import Game, is_defined


@position_check("utility", "utilities are finite and within utility_range", where=at_end)
def utilities_are_in_range(at: CheckedPosition) -> None:
    _expect_in_range(at, "utility", at.utilities)


@position_check(
    "evaluate",
    "evaluations are finite and within utility_range",
    needs="evaluate",
    where=before_end,
)
def evaluations_are_in_range(at: CheckedPosition) -> None:
    _expect_in_range(at, "evaluate", at.evaluations)


def _expect_in_range(at: CheckedPosition, method: str, values: Sequence[float]) -> None:
    least, most = at.game.utility_range
    for player, value in enumerate(values):
        if not least - TINY <= value <= most + TINY:
            message = f"`{method}` gives {value} for {player_text(player)}, outside utility_range"
            raise at.broken(method, f"{message} ({least} to {most}),")


def _is_zero_sum(game: Game[Any]) -> bool:
    return game.zero_sum


def _has_values(at: CheckedPosition) -> bool:
    """Whether the author says what a state is worth."""
    return at.is_over or is_defined(at.game, "evaluate")


@position_check(
    "zero-sum", "what one player gains the others lose", applies=_is_zero_sum, where=_has_values
)
def values_sum_to_zero(at: CheckedPosition) -> None:
    total, near = math.fsum(at.values), TINY * max(1.0, *map(abs, at.values))
    if at.is_over or len(at.evaluations) == 2:
        if abs(total) > near:
            advice = "mind the player's side, or set zero_sum = False"
            raise _wrong_sum(at, "which do not sum to zero,", advice)
    elif total > near:  # a search of many players prunes by what is left for the others
        raise _wrong_sum(at, "which sum to more than zero,", "no more than that can be shared out")


def _wrong_sum(at: CheckedPosition, how: str, advice: str) -> Broken:
    method = "utility" if at.is_over else "evaluate"
    given = " and ".join(str(value) for value in at.values)
    return at.broken(method, f"`{method}` gives the players {given}, {how}", advice)
