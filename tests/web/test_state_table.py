"""Positions of games without a board, as a page shows them."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, NamedTuple

import pytest

from outply import load
from outply.game import Game
from outply.web.state_table import state_table


class Colour(enum.Enum):
    RED = 1


class Row(NamedTuple):
    coins: tuple[int, ...]
    is_over: bool = False
    last_taken: int | None = None
    cells: tuple[tuple[str, ...], ...] = (("x", "."), (".", "o"))


@dataclasses.dataclass(frozen=True)
class Piles:
    sizes: tuple[int, ...]
    colour: Colour


class Told(NamedTuple):
    number: int

    def __str__(self) -> str:
        return f"number {self.number}"


class Drawn(Game[Any]):
    def format(self, state: Any) -> str:
        return "drawn in text"


def rows(game: Game[Any], state: Any) -> dict[str, str] | None:
    view = state_table(game, state)
    if view is None:
        return None
    return dict(zip(view.row_labels, (row[0] for row in view.rows), strict=True))


def test_fields_have_a_row_each() -> None:
    assert rows(Game(), Row((3, 1, 4))) == {
        "coins": "3, 1, 4",
        "is over": "no",
        "last taken": "none",
        "cells": "x .\n. o",
    }
    assert rows(Game(), Piles((), Colour.RED)) == {"sizes": "none", "colour": "Colour.RED"}


@pytest.mark.parametrize("state", [(1, 2), 7, "abc", Told(3)])
def test_a_state_without_fields_or_with_a_text_of_its_own_stays_text(state: Any) -> None:
    assert rows(Game(), state) is None


def test_a_game_that_writes_its_positions_keeps_its_text() -> None:
    assert rows(Drawn(), Row((3,))) is None


@pytest.mark.parametrize(
    ("name", "position", "facts"),
    [
        ("pig", "12 30 7 O", ["12", "30", "7", "100"]),
        ("inc-square", "6 after 3", ["6", "3 of 4"]),
        ("tree", "/", ["[3, 12, 8]", "[2, 4, 6]", "[14, 5, 2]"]),
        ("tree", "/1/2", ["12"]),
        ("random-tree", "", ["0 of 4"]),
        ("dice-tree", "", ["0 of 3"]),
    ],
)
def test_included_games_without_squares_draw_a_table(
    name: str, position: str, facts: list[str]
) -> None:
    game = load(name)
    view = game.board(game.parse(position) if position else game.initial())
    assert view is not None and view.kind == "table" and not view.clicks
    assert [row[0] for row in view.rows] == facts
    assert len(view.row_labels) == len(facts)


def test_a_leaf_of_a_random_tree_has_its_value() -> None:
    for name in ("random-tree", "dice-tree"):
        game = load(name, depth=1)
        leaf = game.result(game.initial(), 0)
        view = game.board(leaf)
        assert view is not None and view.row_labels[1] == "Value"
        assert float(view.rows[1][0]) == game.utility(leaf, 0)


def test_a_large_branch_is_shortened() -> None:
    game = load("tree", leaves=[[list(range(100))], [1]])
    view = game.board(game.initial())
    assert view is not None and view.rows[0][0].startswith("[[0, 1, 2, ")
    assert view.rows[0][0].endswith("…") and len(view.rows[0][0]) == 61
