"""Search hints: searches believe what they say, so a wrong hint makes a wrong proof."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from numbers import Integral
from typing import Any

import numpy as np

from outply.check.check_report import shown
from outply.check.checked_position import CheckedPosition, is_real, players_of
from outply.check.equality import same
from outply.check.rules.basics import TINY, expect_distinct
from outply.check.rules.registry import play_rule, rule
from outply.game import FOREVER, SURE
from outply.search import Limit
from outply.search.alphabeta import AlphaBeta
from outply.source_lines import is_defined

__all__ = ["EASY", "bounds_of", "is_decided"]

EASY = 150  # nodes
MOVES_ASKED = 40  # at a position, about extensions and reductions
CANDIDATES = ("candidates", "candidates are legal moves, and those left out lose")
PLIES_LEFT = ("plies_left", "no play is longer than plies_left says")
BOUNDS = ("bounds", "best play ends within bounds, and evaluations keep within them")


# -- candidates -----------------------------------------------------------------------


@rule(
    "candidates", "candidates are legal, and moves left out lose", needs="candidates", costly=True
)
def moves_that_are_no_candidates_lose(at: CheckedPosition) -> None:
    if at.is_over or at.is_chance:
        return
    candidates = at.several("candidates")
    for move in candidates:
        if move not in at.moves:
            message = f"`candidates` gives {shown(move)}, which is not a legal move,"
            raise at.broken("candidates", message)
    expect_distinct(at, "candidates", candidates)
    if is_decided(at):
        return
    if not candidates:
        advice = "yield one at least, unless `bounds` says that the position is won or lost"
        raise at.broken("candidates", "`candidates` gives no move", advice)
    for move in at.moves:
        if not at.game.selective and move not in candidates and not _loses_soon(at, move):
            message = f"`candidates` leaves out {shown(move)}, which does not lose in two plies,"
            raise at.broken("candidates", message, "leave out only moves that do")


def _loses_soon(at: CheckedPosition, move: Any) -> bool:
    """Whether the game is lost to the player to move, after a move or after the best reply."""
    worst, after = at.game.utility_range[0], at.after(move)
    if after.is_over:
        return after.utilities[at.player] <= worst + TINY
    ends = (after.after(reply) for reply in after.choices)
    losses = (end.is_over and end.utilities[at.player] <= worst + TINY for end in ends)
    return not after.is_chance and (all(losses) if after.player == at.player else any(losses))


# -- bounds ---------------------------------------------------------------------------


@play_rule(*BOUNDS, needs="bounds")
def plays_end_within_bounds(path: Sequence[CheckedPosition]) -> None:
    """Any play of a game of chance; of two players, best play, where that is easily found."""
    for player in players_of(path[-1].game):
        reached = path[-1].utilities[player]
        for at in path[:-1]:
            least, most = bounds_of(at, player)
            if not least - TINY <= reached <= most + TINY:
                truth = _best_play(at, player, reached)
                if truth is not None and not least - TINY <= truth <= most + TINY:
                    message = f"`bounds` gives {least} to {most} for player {player}"
                    raise at.broken("bounds", message, f"play from there ends with {truth}")


@rule(*BOUNDS, needs="bounds")
def evaluations_keep_within_bounds(at: CheckedPosition) -> None:
    """Where the bounds decide the game, nobody asks for the evaluation."""
    if at.is_over or at.is_chance or is_decided(at):
        return
    for player in players_of(at.game):
        least, most = bounds_of(at, player)
        value = at.evaluations[player]
        if not least - TINY <= value <= most + TINY:
            message = f"`evaluate` gives {value} for player {player}"
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
    """The bounds as utilities: a win or loss in so many plies is one."""
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


# -- how long it can last -------------------------------------------------------------


@rule(*PLIES_LEFT, needs="plies_left")
def plies_left_is_a_number(at: CheckedPosition) -> None:
    left = at.ask("plies_left")
    if not isinstance(left, Integral) or left < 0:
        message = f"`plies_left` gives {shown(left)}, not a whole number from 0 on,"
        raise at.broken("plies_left", message)


@play_rule(*PLIES_LEFT, needs="plies_left")
def plays_are_no_longer_than_plies_left(path: Sequence[CheckedPosition]) -> None:
    follow = 0
    for at, after in reversed(list(pairwise(path))):
        left = at.ask("plies_left")
        if not at.is_chance and not _may_be_pass(at, after):
            follow += 1
        if follow > left and left < FOREVER:
            message = f"`plies_left` gives {left}, and {follow} plies followed"
            raise at.broken("plies_left", message, "give the most plies that can follow")


def _may_be_pass(at: CheckedPosition, after: CheckedPosition) -> bool:
    """A pass is the only move, does not end the game, and leaves `plies_left` as it was."""
    forced = len(at.moves) == 1 and not after.is_over
    return forced and bool(at.ask("plies_left") == after.ask("plies_left"))


# -- symmetry, null moves, selectivity ------------------------------------------------


@rule("use_symmetry", "use_symmetry is the same for symmetric positions", needs="use_symmetry")
def use_symmetry_is_a_bool(at: CheckedPosition) -> None:
    answer = at.ask("use_symmetry")
    if not isinstance(answer, bool | np.bool_):
        message = f"`use_symmetry` gives {shown(answer)}, not True or False,"
        raise at.broken("use_symmetry", message)
    other = at.beside(at.ask("canonical"))
    if at.sampled and other.ask("use_symmetry") != answer:
        message = f"`use_symmetry` gives {not answer} for {other.text}, the canonical form, and not"
        advice = "let it depend on what symmetric positions have in common"
        raise at.broken("use_symmetry", message, advice)


@rule("passed", "passing hands the turn to the next player", needs="passed", costly=True)
def passing_hands_on_the_turn(at: CheckedPosition) -> None:
    if at.is_over or at.is_chance:
        return
    after, players = at.beside(at.ask("passed")), players_of(at.game)
    following = (at.player + 1) % len(players)
    if after.player != following:
        message = f"`passed` leaves player {after.player} to move, not player {following},"
        raise at.broken("passed", message, "change whose turn it is, and nothing else")


@rule("extension", "extensions are whole numbers of plies", needs="extension", costly=True)
def extensions_are_plies(at: CheckedPosition) -> None:
    for move in _moves_asked(at):
        plies = at.ask("extension", move)
        if not isinstance(plies, Integral) or plies < 0:
            message = f"`extension` gives {shown(plies)} for move {shown(move)}"
            raise at.broken("extension", message, "give a whole number of plies, 0 or more")


@rule("reducible", "reducible is True or False", needs="reducible", costly=True)
def reducible_is_a_bool(at: CheckedPosition) -> None:
    for move in _moves_asked(at):
        answer = at.ask("reducible", move)
        if not isinstance(answer, bool | np.bool_):
            message = f"`reducible` gives {shown(answer)} for move {shown(move)}"
            raise at.broken("reducible", message, "give True or False")


def _moves_asked(at: CheckedPosition) -> list[Any]:
    return [] if at.is_over or at.is_chance else at.moves[:MOVES_ASKED]


def _expect_legal(at: CheckedPosition, picked: list[Any]) -> None:
    for move in picked:
        if move not in at.moves:
            raise at.broken("pick", f"`pick` gives {shown(move)}, which is not a legal move,")


@rule("pick", "each move has an equal share of picks", needs="pick", costly=True)
def picks_are_fair(at: CheckedPosition) -> None:
    if at.is_over or at.is_chance:
        return
    tried = at.several("candidates") if at.game.selective else at.moves
    count = len(tried)
    parts = [(index + 0.5) / count for index in range(count)]
    picked = [at.ask("pick", luck) for luck in (*parts, 0.0, np.nextafter(1.0, 0.0).item())]
    _expect_legal(at, picked)
    missed = [move for move in tried if not any(same(move, each) for each in picked[:count])]
    if missed:
        message = f"`pick` never gives move {shown(missed[0])}"
        advice = f"let its luck from 0 to 1 have {count} equal parts, one for each move"
        raise at.broken("pick", message, advice)
