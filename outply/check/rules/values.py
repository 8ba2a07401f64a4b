"""Who gets what: utilities, evaluations, and the bounds between which they lie."""

from __future__ import annotations

import math
from collections.abc import Sequence

from outply.check.position import Position, is_real, players_of
from outply.check.report import Broken, shown
from outply.check.rules.registry import play_rule, rule
from outply.game import SURE
from outply.search import Limit
from outply.search.alphabeta import AlphaBeta

TINY = 1e-9
EASY = 150  # nodes


@rule("utility", "utilities are finite and within utility_range")
def utilities_are_in_range(at: Position) -> None:
    if at.is_over:
        _expect_in_range(at, "utility", at.utilities)


@rule("evaluate", "evaluations are finite and within utility_range", needs="evaluate")
def evaluations_are_in_range(at: Position) -> None:
    if not at.is_over:
        _expect_in_range(at, "evaluate", at.evaluations)


def _expect_in_range(at: Position, method: str, values: Sequence[float]) -> None:
    least, most = at.game.utility_range
    for player, value in enumerate(values):
        if not least - TINY <= value <= most + TINY:
            message = f"`{method}` gives {value} for player {player}, outside utility_range"
            raise at.broken(method, f"{message} ({least} to {most}),")


@rule("zero-sum", "what one player gains the others lose")
def values_sum_to_zero(at: Position) -> None:
    if not at.game.zero_sum:
        return
    total, near = math.fsum(at.values), TINY * max(1.0, *map(abs, at.values))
    if at.is_over or len(at.evaluations) == 2:
        if abs(total) > near:
            advice = "mind the player's side, or set zero_sum = False"
            raise _wrong_sum(at, "which do not sum to zero,", advice)
    elif total > near:  # a search of many players prunes by what is left for the others
        raise _wrong_sum(at, "which sum to more than zero,", "no more than that can be shared out")


def _wrong_sum(at: Position, how: str, advice: str) -> Broken:
    method = "utility" if at.is_over else "evaluate"
    given = " and ".join(str(value) for value in at.values)
    return at.broken(method, f"`{method}` gives the players {given}, {how}", advice)


@play_rule("bounds", "best play ends within bounds", needs="bounds")
def plays_end_within_bounds(path: Sequence[Position]) -> None:
    """Any play of a game of chance; of two players, best play, where that is easily found."""
    for player in players_of(path[-1].game):
        reached = path[-1].utilities[player]
        for at in path[:-1]:
            least, most = _bounds(at, player)
            if not least - TINY <= reached <= most + TINY:
                truth = _best_play(at, player, reached)
                if truth is not None and not least - TINY <= truth <= most + TINY:
                    message = f"`bounds` gives {least} to {most} for player {player}"
                    raise at.broken("bounds", message, f"play from there ends with {truth}")


def _best_play(at: Position, player: int, reached: float) -> float | None:
    """What a player gets by best play, if few nodes prove it; where no search can, what was got."""
    if AlphaBeta().refusal(at.game.traits):
        return reached
    result = AlphaBeta().search(at.game, at.state, Limit(nodes=EASY), compiled=False)
    if not result.proved:
        return None
    return result.value if at.game.to_move(at.state) == player else -result.value


def _bounds(at: Position, player: int) -> tuple[float, float]:
    answer = at.ask("bounds", player)
    fits = isinstance(answer, Sequence) and len(answer) == 2 and all(map(is_real, answer))
    if not fits:
        raise at.broken("bounds", f"`bounds` gives {shown(answer)}, not two numbers,")
    least, most = float(answer[0]), float(answer[1])
    return _as_utility(at, least), _as_utility(at, most)


def _as_utility(at: Position, bound: float) -> float:
    """A win or loss in so many plies is one."""
    least, most = at.game.utility_range
    return min(max(bound, least), most) if abs(bound) > SURE / 2 else bound
