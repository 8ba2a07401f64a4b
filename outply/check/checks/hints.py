"""Search hints, each by itself: searches believe them, so a wrong hint makes a wrong proof.

`hints_against_plain_search.py` compares the proofs that rest on them with a plain search.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from numbers import Integral
from typing import Any

import numpy as np

from outply.check.check_report import shown
from outply.check.checked_position import CheckedPosition, player_text, players_of
from outply.check.checks.basics import TINY, expect_distinct
from outply.check.checks.bounds import is_decided
from outply.check.checks.registry import at_decisions, play_check, position_check
from outply.check.equality import same
from outply.game import FOREVER

__all__ = ["MOVES_ASKED"]

MOVES_ASKED = 40  # at a position, about extensions and reductions
PLIES_LEFT = ("plies_left", "no play is longer than plies_left says")


# -- candidates -----------------------------------------------------------------------


@position_check(
    "candidates",
    "candidates are legal, and moves left out lose",
    needs="candidates",
    costly=True,
    where=at_decisions,
)
def moves_that_are_no_candidates_lose(at: CheckedPosition) -> None:
    candidates = at.several("candidates")
    for move in candidates:
        if move not in at.moves:
            message = f"`candidates` gives {at.move_text(move)}, which is not a legal move,"
            raise at.broken("candidates", message)
    expect_distinct(at, "candidates", candidates)
    if is_decided(at):
        return
    if not candidates:
        advice = "yield one at least, unless `bounds` says that the position is won or lost"
        raise at.broken("candidates", "`candidates` gives no move", advice)
    for move in at.moves:
        if not at.game.selective and move not in candidates and not _loses_soon(at, move):
            message = (
                f"`candidates` leaves out {at.move_text(move)}, which does not lose in two plies,"
            )
            raise at.broken("candidates", message, "leave out only moves that do")


def _loses_soon(at: CheckedPosition, move: Any) -> bool:
    """Whether the game is lost to the player to move, after a move or after the best reply."""
    worst, after = at.game.utility_range[0], at.after(move)
    if after.is_over:
        return after.utilities[at.player] <= worst + TINY
    ends = (after.after(reply) for reply in after.choices)
    losses = (end.is_over and end.utilities[at.player] <= worst + TINY for end in ends)
    return not after.is_chance and (all(losses) if after.player == at.player else any(losses))


# -- how long it can last -------------------------------------------------------------


@position_check(*PLIES_LEFT, needs="plies_left")
def plies_left_is_a_number(at: CheckedPosition) -> None:
    left = at.ask("plies_left")
    if not isinstance(left, Integral) or left < 0:
        message = f"`plies_left` gives {shown(left)}, not a whole number from 0 on,"
        raise at.broken("plies_left", message)


@play_check(*PLIES_LEFT, needs="plies_left")
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


@position_check(
    "use_symmetry", "use_symmetry is the same for symmetric positions", needs="use_symmetry"
)
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


@position_check(
    "passed",
    "passing hands the turn to the next player",
    needs="passed",
    costly=True,
    where=at_decisions,
)
def passing_hands_on_the_turn(at: CheckedPosition) -> None:
    after, players = at.beside(at.ask("passed")), players_of(at.game)
    following = (at.player + 1) % len(players)
    if after.player != following:
        message = (
            f"`passed` leaves {player_text(after.player)} to move, not {player_text(following)},"
        )
        raise at.broken("passed", message, "change whose turn it is, and nothing else")


@position_check(
    "extension",
    "extensions are whole numbers of plies",
    needs="extension",
    costly=True,
    where=at_decisions,
)
def extensions_are_plies(at: CheckedPosition) -> None:
    for move in at.moves[:MOVES_ASKED]:
        if not isinstance(plies := at.ask("extension", move), Integral) or plies < 0:
            message = f"`extension` gives {shown(plies)} for move {at.move_text(move)}"
            raise at.broken("extension", message, "give a whole number of plies, 0 or more")


@position_check(
    "reducible", "reducible is True or False", needs="reducible", costly=True, where=at_decisions
)
def reducible_is_a_bool(at: CheckedPosition) -> None:
    for move in at.moves[:MOVES_ASKED]:
        if not isinstance(answer := at.ask("reducible", move), bool | np.bool_):
            message = f"`reducible` gives {shown(answer)} for move {at.move_text(move)}"
            raise at.broken("reducible", message, "give True or False")


def _expect_legal(at: CheckedPosition, picked: list[Any]) -> None:
    for move in picked:
        if move not in at.moves:
            raise at.broken(
                "pick", f"`pick` gives {at.move_text(move)}, which is not a legal move,"
            )


@position_check(
    "pick", "each move has an equal share of picks", needs="pick", costly=True, where=at_decisions
)
def picks_are_fair(at: CheckedPosition) -> None:
    tried = at.several("candidates") if at.game.selective else at.moves
    count = len(tried)
    parts = [(index + 0.5) / count for index in range(count)]
    picked = [at.ask("pick", luck) for luck in (*parts, 0.0, np.nextafter(1.0, 0.0).item())]
    _expect_legal(at, picked)
    missed = [move for move in tried if not any(same(move, each) for each in picked[:count])]
    if missed:
        message = f"`pick` never gives move {at.move_text(missed[0])}"
        advice = f"let its luck from 0 to 1 have {count} equal parts, one for each move"
        raise at.broken("pick", message, advice)
