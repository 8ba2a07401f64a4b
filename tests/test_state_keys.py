"""Different states have different keys, whatever they are made of, in both modes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import Any

import pytest

from outply.compiler import compile_function
from outply.game import Bits, mixed


class Side(Enum):
    WHITE = 1
    BLACK = 2


class Piece(Enum):
    MAN = 1
    KING = 2


@dataclass(frozen=True)
class Wall:
    row: int


@dataclass(frozen=True)
class Door:
    row: int


CELLS: list[Any] = [
    *(None, 0, 1, -1, 0.5, Side.WHITE, Side.BLACK, Piece.MAN, Piece.KING, "", "a", "\0"),
    *((), (0,), (1,), ((),), (None,), (0, 0), frozenset(), frozenset({0}), frozenset({1, 2})),
    *(Wall(0), Wall(1), Door(0)),
]


def test_no_two_states_share_a_key():
    states = list(product(CELLS, repeat=3))
    assert len({mixed((state, 1)) for state in states}) == len(states)


SIDES = (None, Side.WHITE, Side.BLACK, 0, 1, "", "a")
THINGS = (Wall(0), Door(0), (), (0,), (1, 2), 0, None)


def key_of_sides(first: int, second: int) -> Bits:
    return mixed(((SIDES[first], 0), SIDES[second]))


def key_of_things(first: int, second: int) -> Bits:
    return mixed((THINGS[first], (THINGS[second],)))


@pytest.mark.parametrize("key", [key_of_sides, key_of_things])
def test_compiled_keys_are_those_of_python(key):
    compiled = compile_function(key, 0, 0)
    for places in product(range(len(SIDES)), repeat=2):
        assert compiled(*places) == key(*places)
