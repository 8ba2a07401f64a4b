"""Texts of states and moves that define none, and moves as people type them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum
from typing import NamedTuple

import pytest

from outply import Game, OutplyError
from outply.plain_texts import plain_text, readable_repr


class Direction(Enum):
    AHEAD = 0
    BACK = 1


class Level(IntEnum):
    LOW = 1


class Suit(StrEnum):
    HEARTS = "hearts"


class Move(NamedTuple):
    src: tuple[int, int]
    dst: tuple[int, int]


@dataclass(frozen=True)
class Drop:
    at: tuple[int, ...]
    how: Direction = Direction.AHEAD
    hidden: int = field(default=0, repr=False)


class Terse(NamedTuple):
    at: int
    how: Direction

    def __repr__(self) -> str:
        return f"t{self.at}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Direction.AHEAD, "Direction.AHEAD"),
        ((0, 0, Direction.AHEAD), "(0, 0, Direction.AHEAD)"),
        (((Direction.BACK,), [Suit.HEARTS]), "((Direction.BACK,), [hearts])"),
        ((Level.LOW, "a b", None, 1.5), "(1, 'a b', None, 1.5)"),
        (Move((3, 0), (2, 0)), "Move(src=(3, 0), dst=(2, 0))"),
        (Drop((1,), Direction.BACK), "Drop(at=(1,), how=Direction.BACK)"),
        ((Terse(1, Direction.AHEAD), 2), "(t1, 2)"),
        (frozenset({10, 9, 1}), "frozenset({1, 9, 10})"),
        (({"b", "a"}, frozenset()), "({'a', 'b'}, frozenset())"),
        (
            frozenset({Direction.BACK, Direction.AHEAD}),
            "frozenset({Direction.AHEAD, Direction.BACK})",
        ),
        ("as it is", "as it is"),
        (7, "7"),
        ((), "()"),
    ],
)
def test_plain_texts(value, text):
    assert plain_text(value) == text


def test_python_writes_other_values_in_the_same_way():
    for value in (Move((3, 0), (2, 0)), ((1,), ["a", {2: 3}]), Terse(1, Direction.AHEAD), {1}):
        assert readable_repr(value) == repr(value)


SETS = """
from outply.plain_texts import readable_repr
words = ["pawn", "rook", "king", "queen", "knight", "bishop"]
print(readable_repr((frozenset(words), frozenset(frozenset(words[i:]) for i in range(6)))))
"""


def test_sets_have_the_same_text_in_every_process():
    texts = {
        subprocess.run(
            [sys.executable, "-c", SETS],
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    assert len(texts) == 1


class Choices(Game):
    """Only the texts of its moves are asked for."""

    def __init__(self, *moves):
        self._moves = moves

    def to_move(self, state):
        return 0

    def is_terminal(self, state):
        return False

    def moves(self, state):
        return self._moves


@pytest.mark.parametrize(
    ("move", "other", "texts"),
    [
        (
            Move((3, 0), (2, 0)),
            Move((3, 0), (2, 1)),
            ["Move(src=(3, 0), dst=(2, 0))", "3 0 2 0", "move 3 0 2 0", "(3,0) (2,0)"],
        ),
        (
            (0, 0, Direction.AHEAD),
            (0, 0, Direction.BACK),
            ["0 0 AHEAD", "0,0,Direction.AHEAD", "0 0 direction.ahead"],
        ),
        (Direction.AHEAD, Direction.BACK, ["AHEAD", "direction.ahead", " ahead "]),
        (
            Drop((1, 2)),
            Move((1, 2), (3, 4)),
            ["1 2 ahead", "drop 1 2 Ahead", "Drop((1, 2), ahead)"],
        ),
        (("h", 0, 0), ("v", 0, 0), ["h 0 0", "('h', 0, 0)", "H,0,0"]),
    ],
)
def test_moves_may_be_typed_without_signs_and_names(move, other, texts):
    game = Choices(move, other)
    for text in texts:
        assert game.parse_move((), text) == move


class Shift(NamedTuple):
    src: int
    dst: int


class Swap(NamedTuple):
    src: int
    dst: int


def test_what_two_moves_are_called_is_refused():
    game = Choices(Shift(1, 2), Swap(1, 2), Shift(2, 1))
    assert game.parse_move((), "swap 1 2") == Swap(1, 2)
    assert game.parse_move((), "2 1") == Shift(2, 1)
    for text in ("1 2", "", "shift", "3 4"):
        with pytest.raises(OutplyError, match="is not a legal move here; legal: Shift"):
            game.parse_move((), text)
