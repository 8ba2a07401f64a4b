"""Bounds: best play ends within them, and evaluations keep within them.

`payoffs.py` checks that utilities and evaluations are within `utility_range`.
"""

from __future__ import annotations

from collections.abc import Sequence

from outply.check.check_report import shown
from outply.check.checked_position import CheckedPosition, is_real, player_text, players_of
from outply.check.checks.basics import TINY
from outply.check.checks.registry import at_decisions, play_check, position_check
from outply.game import SURE, is_defined
from outply.search import Limit
from outply.search.alphabeta import AlphaBeta

__all__ = ["BOUNDS", "bounds_of", "is_decided"]

EASY = 150  # nodes
BOUNDS = ("bounds", "best play ends within bounds, and evaluations keep within them")


@play_check(*BOUNDS, needs="bounds")
def plays_end_within_bounds(path: Sequence[CheckedPosition]) -> None:
    """Any play of a game of chance; of two players, best play, where that is easily found."""
    for player in players_of(path[-1].game):
        reached = path[-1].utilities[player]
        for at in path[:-1]:
            least, most = bounds_of(at, player)
            if not least - TINY <= reached <= most + TINY:
                truth = _best_play(at, player, reached)
                if truth is not None and not least - TINY <= truth <= most + TINY:
                    message = f"`bounds` gives {least} to {most} for {player_text(player)}"
                    raise at.broken("bounds", message, f"play from there ends with {truth}")


@position_check(*BOUNDS, needs="bounds", where=at_decisions)
def evaluations_keep_within_bounds(at: CheckedPosition) -> None:
    """Where the bounds decide the game, nobody asks for the evaluation."""
    if is_decided(at):
        return
    for player in players_of(at.game):
        least, most = bounds_of(at, player)
        value = at.evaluations[player]
        if not least - TINY <= value <= most + TINY:
            message = f"`evaluate` gives {value} for {player_text(player)}"
            advice = f"`bounds` says {least} to {most}; clip the evaluation to that"
            raise at.broken("evaluate", message, advice)


def _best_play(at: CheckedPosition, player: int, reached: float) -> float | None:
    """What a player gets by best play, if few nodes prove it; where no search can, what was got."""
    if AlphaBeta().refusal(at.game.traits):
        return reached
    result = AlphaBeta().search(at.game, at.state, Limit(nodes=EASY), compiled=False)
    if not result.proved:
        return None
    return result.value if at.game.to_move(at.state) == player else -result.value


def bounds_of(at: CheckedPosition, player: int) -> tuple[float, float]:
    """The bounds as utilities: a win or loss in some number of plies counts as one."""
    answer = at.ask("bounds", player)
    fits = isinstance(answer, Sequence) and len(answer) == 2 and all(map(is_real, answer))
    if not fits:
        raise at.broken("bounds", f"`bounds` gives {shown(answer)}, not two numbers,")
    least, most = float(answer[0]), float(answer[1])
    return _as_utility(at, least), _as_utility(at, most)


def _as_utility(at: CheckedPosition, bound: float) -> float:
    least, most = at.game.utility_range
    return min(max(bound, least), most) if abs(bound) > SURE / 2 else bound


def is_decided(at: CheckedPosition) -> bool:
    """Whether `bounds` says what the game is worth to the player to move."""
    if not is_defined(at.game, "bounds"):
        return False
    least, most = bounds_of(at, at.player)
    lowest, highest = at.game.utility_range
    return least >= most or least >= highest or most <= lowest
