"""Checks of the required methods: `to_move`, `moves`, `result` and `utility`."""

from __future__ import annotations

import math
from typing import Any

from outply.check.check_report import NotChecked, shown
from outply.check.checked_position import CheckedPosition, players_of
from outply.check.checks.registry import at_chance, at_decisions, before_end, position_check
from outply.check.equality import has_no_equality, is_hashable, same
from outply.check.unhashable import unhashable_part
from outply.game import is_defined

TINY = 1e-9
IF_CHANCE = "if chance decides, let `to_move` give CHANCE and list the outcomes in `outcomes`"
PURE = ("pure", "nothing is changed, and the same question has the same answer")


@position_check("hashable", "states are hashable")
def states_are_hashable(at: CheckedPosition) -> None:
    if is_hashable(at.state) or "unhashable" in at.memory:
        return
    at.memory["unhashable"] = at.state  # said once, whatever else gives such states
    made_by = "initial" if at.is_first else "result"
    part = unhashable_part(at.state)
    message = f"`{made_by}` gives {part.description(at.state)}, which cannot be hashed,"
    raise at.broken(made_by, message, part.advice)


@position_check("equality", "states can be compared")
def states_can_be_compared(at: CheckedPosition) -> None:
    if at.guard.is_comparable:
        return
    kind = type(at.state).__name__
    raise NotChecked(
        f"{kind if has_no_equality(at.state) else f'A part of {kind}'} has no __eq__, so states "
        "are compared here by what they hold, and a position reached twice is taken for two; "
        "a NamedTuple or a dataclass has one."
    )


@position_check("is_terminal", "is_terminal is True or False")
def is_terminal_is_a_bool(at: CheckedPosition) -> None:
    at.expect("is_over")


@position_check("to_move", "to_move is a player, or CHANCE")
def somebody_is_to_move(at: CheckedPosition) -> None:
    at.expect("player")


@position_check("moves", "there are moves until the game is over, each once", where=before_end)
def moves_are_there_and_distinct(at: CheckedPosition) -> None:
    if at.is_chance:
        _expect_no_moves(at)
        return
    if not at.moves:
        message = "`moves` gives no move and `is_terminal` says that the game goes on"
        raise at.broken("moves", message, "end the game there, or yield a pass")
    if any(move is None for move in at.moves):
        message = "`moves` gives None, which means that the game is over,"
        raise at.broken("moves", message, "yield another value, such as 'pass'")
    expect_distinct(at, "moves", at.moves)


def _expect_no_moves(at: CheckedPosition) -> None:
    moves = at.several("moves")
    if moves:
        message = f"`moves` gives {shown(moves[0])} where `to_move` gives CHANCE,"
        raise at.broken("moves", message, "chance has outcomes and no moves")


def expect_distinct(at: CheckedPosition, method: str, choices: list[Any]) -> None:
    seen = set()
    for choice in choices:
        if not is_hashable(choice):
            message = f"`{method}` gives {shown(choice)}, which cannot be hashed,"
            raise at.broken(method, message, "an int is best")
        if choice in seen:
            is_hint = method not in ("moves", "outcomes")
            text = at.move_text(choice) if is_hint else shown(choice)
            raise at.broken(method, f"`{method}` gives {text} twice")
        seen.add(choice)


@position_check(
    "outcomes",
    "outcomes are distinct, their probabilities sum to 1",
    needs="outcomes",
    where=at_chance,
)
def probabilities_sum_to_one(at: CheckedPosition) -> None:
    expect_probabilities(at, "outcomes", at.outcomes)
    expect_distinct(at, "outcomes", [outcome for outcome, _ in at.outcomes])


def expect_probabilities(
    at: CheckedPosition, method: str, weighted: list[tuple[Any, float]]
) -> None:
    """They are positive and sum to one."""
    for what, probability in weighted:
        if probability <= 0:
            message = f"`{method}` gives {shown(what)} the probability {probability}"
            raise at.broken(method, message, "leave out what cannot happen")
    total = math.fsum(probability for _, probability in weighted)
    if abs(total - 1) > TINY:
        message = f"`{method}` gives probabilities that sum to {total:.12g}, not to 1,"
        raise at.broken(method, message)


@position_check(
    "result",
    "what follows from an outcome is a state",
    needs="outcomes",
    costly=True,
    where=at_chance,
)
def outcomes_lead_to_states(at: CheckedPosition) -> None:
    for outcome, _ in at.outcomes:
        after = at.after(outcome)
        after.expect("is_over")
        after.expect("player")


@position_check(*PURE)
def answers_repeat(at: CheckedPosition) -> None:
    _expect_again(at, "to_move", at.player)
    _expect_again(at, "is_terminal", at.is_over)
    for player in players_of(at.game):
        _expect_again(at, "utility" if at.is_over else "evaluate", at.values[player], player)
    if at.is_over:
        return
    method, choices = ("outcomes", at.outcomes) if at.is_chance else ("moves", at.moves)
    _expect_again(at, method, choices)


@position_check(*PURE, costly=True)
def results_repeat(at: CheckedPosition) -> None:
    if at.is_first and not same(at.consult("initial"), at.state):
        raise at.broken("initial", "`initial` gives another state when asked again", IF_CHANCE)
    for choice in at.choices:
        _expect_again(at, "result", at.ask("result", choice), choice)


@position_check(*PURE, costly=True)
def other_answers_repeat(at: CheckedPosition) -> None:
    for method in ("canonical", "key", "features", "use_symmetry", "plies_left"):
        if is_defined(at.game, method):
            _expect_again(at, method, at.ask(method))
    for player in players_of(at.game):
        if is_defined(at.game, "observation"):
            _expect_again(at, "observation", at.ask("observation", player), player)
        if is_defined(at.game, "bounds") and not at.is_over:
            _expect_again(at, "bounds", at.ask("bounds", player), player)
        if is_defined(at.game, "worlds") and not (at.is_over or at.is_chance):
            _expect_again(at, "worlds", at.several("worlds", player), player)


@position_check(*PURE, costly=True, where=at_decisions)
def hints_repeat(at: CheckedPosition) -> None:
    for method in ("candidates", "noisy_moves"):
        if is_defined(at.game, method):
            _expect_again(at, method, at.several(method))
    if is_defined(at.game, "passed"):
        _expect_again(at, "passed", at.ask("passed"))
    for method, argument in (
        *((method, at.moves[0]) for method in ("order", "extension", "reducible") if at.moves),
        ("pick", 0.5),
    ):
        if is_defined(at.game, method):
            _expect_again(at, method, at.ask(method, argument), argument)


def _expect_again(at: CheckedPosition, method: str, first: Any, *arguments: Any) -> None:
    several = method in ("moves", "outcomes", "worlds", "candidates", "noisy_moves")
    again = at.several(method, *arguments) if several else at.ask(method, *arguments)
    if not same(again, first):
        advice = IF_CHANCE if method == "result" else ""
        raise at.broken(method, f"`{method}` answers differently when asked again", advice)
