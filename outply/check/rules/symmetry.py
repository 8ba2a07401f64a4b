"""Symmetric twins: `canonical` gives one state for all of them, worth the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

from outply.check.broken import Broken, shown
from outply.check.position import Position
from outply.check.rules.registry import rule
from outply.check.sameness import same

TOLERANCE = 1e-6


@rule("canonical", "symmetric twins are alike", needs="canonical", costly=True)
def twins_are_alike(at: Position) -> None:
    twin = at.beside(at.ask("canonical"))
    _expect_stable(at, twin)
    for what, mine, other in (
        ("`to_move`", at.player, twin.player),
        ("`is_terminal`", at.is_over, twin.is_over),
        ("the number of moves", len(at.choices), len(twin.choices)),
    ):
        if mine != other:
            raise _differs(at, twin, f"{what} is {other} instead of {mine}")
    _expect_same_worth(at, twin)
    if _children(at) != _children(twin):
        raise _differs(at, twin, "other things follow from the moves")


def _expect_stable(at: Position, twin: Position) -> None:
    again = twin.ask("canonical")
    if not same(again, twin.state):
        message = f"`canonical` of its own answer {twin.text} is {shown(again)}, not the same,"
        raise at.broken("canonical", message)


def _expect_same_worth(at: Position, twin: Position) -> None:
    method = "utility" if at.is_over else "evaluate"
    for player, (mine, other) in enumerate(zip(at.values, twin.values, strict=True)):
        if abs(mine - other) > TOLERANCE:
            how = f"`{method}` for player {player} is {other} instead of {mine}"
            raise _differs(at, twin, how)


def _children(at: Position) -> Counter[Any]:
    return Counter(_likeness(at.after(choice)) for choice in at.choices)


def _likeness(at: Position) -> tuple[Any, ...]:
    worth = tuple(round(value, 6) for value in at.utilities) if at.is_over else ()
    return at.is_over, at.player, worth, len(at.choices)


def _differs(at: Position, twin: Position, how: str) -> Broken:
    return at.broken("canonical", f"`canonical` gives {twin.text}, where {how},")
