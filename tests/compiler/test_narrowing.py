"""A comparison with a constant tells which type of a union a variable has."""

from __future__ import annotations

from enum import Enum

import pytest

from outply.compiler import compile_function

PASS = "pass"


class Act(Enum):
    CALL = 1
    FOLD = 2


def by_text(number):
    move = "pass" if number < 3 else (number, 2)
    if move == "pass":
        return move.upper()
    return "".join(["x" for _ in range(move[0])])


def by_name(number):
    move = "pass" if number < 3 else (number, 2)
    if move != PASS:
        return 0
    return len(move.split("a"))


def by_number(number):
    move = 7 if number < 3 else (number, 2)
    return move.bit_length() if move == 7 else 0


def by_member(number):
    move = Act.CALL if number < 3 else (number, 2)
    if move == Act.CALL:
        return move.name
    return "none"


@pytest.mark.parametrize(
    "function",
    [by_text, by_name, by_number, by_member],
    ids=lambda function: function.__name__,
)
def test_equal_to_a_constant(function):
    compiled = compile_function(function, 1)
    for number in (0, 2, 3, 5):
        assert compiled(number) == function(number)
