"""Hints for the selective search: attacks, early ends, repetition, exchanges, legality."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np

from outply.check.check_report import shown
from outply.check.checked_position import CheckedPosition, is_real
from outply.check.checks.hints import MOVES_ASKED
from outply.check.checks.registry import at_decisions, play_check, position_check

__all__ = ["ENDS_EARLY", "REVERSIBLE"]

ENDS_EARLY = ("ends_early", "the game is over if it ends early, or if there are no moves")
REVERSIBLE = ("reversible_plies", "no position comes back after more than reversible_plies")


@position_check("in_check", "in_check is True or False", needs="in_check")
def in_check_is_a_bool(at: CheckedPosition) -> None:
    _expect_bool(at, "in_check", at.ask("in_check"))


@position_check(
    "gives_check",
    "moves that give check are told from others",
    needs="gives_check",
    costly=True,
    where=at_decisions,
)
def moves_give_check_if_they_do(at: CheckedPosition) -> None:
    for move in at.moves[:MOVES_ASKED]:
        answer, truth = at.ask("gives_check", move), at.after(move).ask("in_check")
        if bool(answer) != bool(truth):
            message = f"`gives_check` gives {shown(answer)} for move {at.move_text(move)}"
            advice = f"`in_check` gives {shown(truth)} after it; let both say the same"
            raise at.broken("gives_check", message, advice)


def _in_check(at: CheckedPosition) -> bool:
    return at_decisions(at) and bool(at.ask("in_check"))


@position_check(
    "noisy_moves", "in check noisy_moves has every move", needs="noisy_moves", where=_in_check
)
def all_moves_are_noisy_in_check(at: CheckedPosition) -> None:
    """Quiescence search takes a position in check without noisy moves for lost."""
    noisy = at.several("noisy_moves")
    missing = [move for move in at.moves if move not in noisy]
    if missing:
        message = f"`noisy_moves` leaves out move {shown(missing[0])} and `in_check` is True"
        raise at.broken("noisy_moves", message, "yield every move where `in_check` is True")


@position_check("may_pass", "may_pass is True or False", needs="may_pass", where=at_decisions)
def may_pass_is_a_bool(at: CheckedPosition) -> None:
    _expect_bool(at, "may_pass", at.ask("may_pass"))


@position_check(*ENDS_EARLY, needs="ends_early")
def the_game_is_over_early_or_without_moves(at: CheckedPosition) -> None:
    early = at.ask("ends_early")
    _expect_bool(at, "ends_early", early)
    if early and not at.is_over:
        advice = "let `is_terminal` be True wherever `ends_early` is"
        raise at.broken("ends_early", "`ends_early` is True, and the game is not over", advice)
    if at.is_over and not early and at.several("moves"):
        advice = "let `ends_early` be True wherever the game is over although there are moves"
        message = "the game is over, `ends_early` is False and `moves` yields a move"
        raise at.broken("ends_early", message, advice)


@play_check(*REVERSIBLE, needs="reversible_plies")
def positions_come_back_within_reversible_plies(path: Sequence[CheckedPosition]) -> None:
    last_at: dict[Any, int] = {}
    for ply, at in enumerate(path):
        plies = at.ask("reversible_plies")
        if not isinstance(plies, Integral) or plies < 0:
            message = f"`reversible_plies` gives {shown(plies)}, not a whole number from 0 on,"
            raise at.broken("reversible_plies", message)
        key = at.ask("key")
        before = last_at.get(key)
        if before is not None and ply - before > plies:
            message = (
                f"`reversible_plies` gives {plies}, and the position of {ply - before} plies ago"
            )
            advice = "count the plies since the last move that cannot be undone"
            raise at.broken("reversible_plies", f"{message} is the same", advice)
        last_at[key] = ply


@position_check(
    "exchange", "exchanges are numbers", needs="exchange", costly=True, where=at_decisions
)
def exchanges_are_numbers(at: CheckedPosition) -> None:
    for move in at.moves[:MOVES_ASKED]:
        gain = at.ask("exchange", move)
        if not is_real(gain):
            raise at.broken(
                "exchange", f"`exchange` gives {shown(gain)} for move {at.move_text(move)}"
            )


@play_check("is_legal", "is_legal tells legal moves from others", needs="is_legal")
def moves_are_legal_where_they_are(path: Sequence[CheckedPosition]) -> None:
    """Asked of each position's own moves, and of those two plies before, of which some remain."""
    for index, at in enumerate(path):
        if at.is_over or at.is_chance:
            continue
        others = [] if index < 2 or path[index - 2].is_chance else path[index - 2].moves
        for move in [*at.moves[:MOVES_ASKED], *others[:MOVES_ASKED]]:
            answer = at.ask("is_legal", move)
            if bool(answer) != (move in at.moves):
                message = f"`is_legal` gives {shown(answer)} for move {at.move_text(move)}"
                raise at.broken("is_legal", message, "give True if, and only if, `moves` has it")


def _expect_bool(at: CheckedPosition, method: str, answer: Any) -> None:
    if not isinstance(answer, bool | np.bool_):
        raise at.broken(method, f"`{method}` gives {shown(answer)}", "give True or False")
