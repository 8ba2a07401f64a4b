"""What rules may tell a search besides: order, noisy moves, keys, symmetry, features."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from numbers import Integral
from typing import Any

from outply.check.check_report import Broken, NotChecked, shown
from outply.check.checked_position import CheckedPosition, is_finite, player_text
from outply.check.checks.basics import expect_distinct, states_can_be_compared
from outply.check.checks.registry import at_decisions, before_end, position_check
from outply.check.equality import is_hashable, same
from outply.game import Game, is_defined

TOLERANCE = 1e-6
KEY = ("key", "positions with the same key are alike")


@position_check(
    "order",
    "the order of moves is by finite numbers",
    needs="order",
    costly=True,
    where=at_decisions,
)
def order_is_finite(at: CheckedPosition) -> None:
    for move in at.moves:
        value = at.ask("order", move)
        if not is_finite(value):
            message = (
                f"`order` gives {shown(value)} for move {at.move_text(move)}, not a finite number,"
            )
            raise at.broken("order", message)


@position_check(
    "noisy_moves", "noisy moves are legal moves", needs="noisy_moves", where=at_decisions
)
def noisy_moves_are_legal(at: CheckedPosition) -> None:
    for move in at.several("noisy_moves"):
        if move not in at.moves:
            message = f"`noisy_moves` gives {at.move_text(move)}, which is not a legal move,"
            raise at.broken("noisy_moves", message)
    expect_distinct(at, "noisy_moves", at.several("noisy_moves"))


@position_check(*KEY)
def positions_with_one_key_are_alike(at: CheckedPosition) -> None:
    key = _key(at)
    if _ends_by_counting(at):
        return
    worth = round(at.utilities[at.player], 6) if at.is_over else math.nan
    likeness = (at.is_over, len(at.choices), str(worth))
    known, state = at.memory.setdefault("keys", {}).setdefault(key, (likeness, at.state))
    if known != likeness:
        other = at.beside(state).text
        message = f"`key` gives {key}, as it does for the different position {other},"
        raise at.broken("key", message, "mix in the side to move and all that matters")


@position_check(*KEY, costly=True)
def same_positions_have_one_key(at: CheckedPosition) -> None:
    _key(at)
    for choice in at.choices[:1]:
        one, other = at.after(choice), at.after(choice)
        if same(one.state, other.state) and _key(one) != _key(other):
            advice = "if the class has __eq__, give it a __hash__ to match"
            raise one.broken("key", "`key` gives two equal states different keys", advice)


def _ends_by_counting(at: CheckedPosition) -> bool:
    """Whether the game is over after so many plies that can be undone: no part of a position."""
    counts = is_defined(at.game, "reversible_plies") and is_defined(at.game, "ends_early")
    return counts and at.is_over and at.ask("ends_early") and at.ask("reversible_plies") > 0


def _key(at: CheckedPosition) -> int:
    """The key of a state; where it follows from the state, that has to be comparable."""
    if not is_defined(at.game, "key"):
        states_can_be_compared(at)
        if not is_hashable(at.state):
            raise NotChecked(f"A {type(at.state).__name__} cannot be hashed, so it has no key.")
    key = at.ask("key")
    if not isinstance(key, Integral):
        raise at.broken("key", f"`key` gives {shown(key)}, not an int,")
    return int(key)


@position_check("features", "features are as many finite numbers everywhere", needs="features")
def features_are_finite(at: CheckedPosition) -> None:
    features = at.ask("features")
    if not isinstance(features, Sequence) or not all(map(is_finite, features)):
        raise at.broken("features", f"`features` gives {shown(features)}, not finite numbers,")
    usual = at.memory.setdefault("features", len(features))
    if len(features) != usual:
        message = f"`features` gives {len(features)} numbers where it gave {usual} before,"
        raise at.broken("features", message)


def _has_parameters(game: Game[Any]) -> bool:
    return game.evaluation_parameters != ()


@position_check(
    "evaluation_parameters",
    "the parameters of the evaluation are numbers",
    needs="evaluate",
    applies=_has_parameters,
)
def parameters_are_numbers(at: CheckedPosition) -> None:
    for name in at.game.evaluation_parameters:
        value: Any = getattr(at.game, name, None)
        if type(value) not in (int, float) or not math.isfinite(value):
            message = f"`evaluation_parameters` names {name!r}, which is {shown(repr(value))},"
            raise at.broken("evaluate", message, "name fields that are numbers")


# -- what tables of a learned evaluation see -------------------------------------------


def _has_cells(game: Game[Any]) -> bool:
    return game.cell_values != 0


@position_check(
    "cells",
    "cells are as many small numbers everywhere",
    needs="cells",
    applies=_has_cells,
    where=before_end,
)
def cells_are_small(at: CheckedPosition) -> None:
    cells, values = at.ask("cells"), at.game.cell_values
    if not isinstance(cells, tuple) or not all(_is_below(cell, values) for cell in cells):
        raise at.broken("cells", f"`cells` gives {shown(cells)}, not numbers below {values},")
    usual = at.memory.setdefault("cells", len(cells))
    if len(cells) != usual:
        message = f"`cells` gives {len(cells)} numbers where it gave {usual} before,"
        raise at.broken("cells", message)
    rows, columns = at.game.cell_grid
    if rows * columns > len(cells):
        message = f"`cell_grid` has {rows} rows and {columns} columns for {len(cells)} cells,"
        raise at.broken("cells", message)


@position_check(
    "stage", "stages are below their number", needs="stage", applies=_has_cells, where=before_end
)
def stage_is_below(at: CheckedPosition) -> None:
    stage, stages = at.ask("stage"), at.game.stages
    if not _is_below(stage, stages):
        raise at.broken("stage", f"`stage` gives {shown(stage)}, not a number below {stages},")


@position_check(
    "symmetries",
    "symmetries and tuples name cells",
    needs="cells",
    applies=_has_cells,
    where=before_end,
)
def symmetries_and_tuples_name_cells(at: CheckedPosition) -> None:
    number = len(at.ask("cells"))
    for one in at.game.symmetries:
        if sorted(one) != list(range(number)):
            raise at.broken("cells", f"a symmetry does not name each of {number} cells once,")
    for one in at.game.tuples:
        if not one or not all(_is_below(cell, number) for cell in one):
            raise at.broken("cells", f"a tuple is {shown(one)}, not cells below {number},")


def _is_below(number: Any, end: int) -> bool:
    return isinstance(number, Integral) and 0 <= int(number) < end


# -- symmetric positions --------------------------------------------------------------


@position_check("canonical", "symmetric positions are alike", needs="canonical", costly=True)
def symmetric_positions_are_alike(at: CheckedPosition) -> None:
    image = at.beside(at.ask("canonical"))
    _expect_stable(at, image)
    for what, mine, other in (
        ("`to_move`", at.player, image.player),
        ("`is_terminal`", at.is_over, image.is_over),
        ("the number of moves", len(at.choices), len(image.choices)),
    ):
        if mine != other:
            raise _differs(at, image, f"{what} is {other} instead of {mine}")
    _expect_same_worth(at, image)
    if _children(at) != _children(image):
        raise _differs(at, image, "other things follow from the moves")


def _expect_stable(at: CheckedPosition, image: CheckedPosition) -> None:
    again = image.ask("canonical")
    if not same(again, image.state):
        message = f"`canonical` of its own answer {image.text} is {shown(again)}, not the same,"
        raise at.broken("canonical", message)


def _expect_same_worth(at: CheckedPosition, image: CheckedPosition) -> None:
    method = "utility" if at.is_over else "evaluate"
    for player, (mine, other) in enumerate(zip(at.values, image.values, strict=True)):
        if abs(mine - other) > TOLERANCE:
            how = f"`{method}` for {player_text(player)} is {other} instead of {mine}"
            raise _differs(at, image, how)


def _children(at: CheckedPosition) -> Counter[Any]:
    return Counter(_likeness(at.after(choice)) for choice in at.choices)


def _likeness(at: CheckedPosition) -> tuple[Any, ...]:
    worth = tuple(round(value, 6) for value in at.utilities) if at.is_over else ()
    return at.is_over, at.player, worth, len(at.choices), shown(at.ask("canonical"))


def _differs(at: CheckedPosition, image: CheckedPosition, how: str) -> Broken:
    return at.broken("canonical", f"`canonical` gives {image.text}, where {how},")
