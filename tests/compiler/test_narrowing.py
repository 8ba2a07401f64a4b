"""A test tells which type of a union a variable has."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import pytest

from outply.compiler import compile_function
from outply.compiler.program import compile_program
from outply.compiler.type_text import show
from outply.compiler.types import INT

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


# -- what `and`, `or` and `not` tell ---------------------------------------------------------


class Place(NamedTuple):
    last: int | None
    pair: tuple[int | None, int]


def found(number):
    return number if number > 2 else None


def place(number):
    return Place(number if number > 3 else None, (found(number), 1))


def in_an_if(number):
    a = found(number)
    if a is not None and a > 3:
        return [a]
    return [0]


def in_a_conditional_expression(number):
    a = found(number)
    return [a] if number < 9 and a is not None else [0]


def in_a_comprehension(number):
    return [a for a in [found(k) for k in range(number)] if a is not None and a > 3]


def in_two_conditions(number):
    return [a for a in [found(k) for k in range(number)] if a is not None if a > 3]


def with_a_walrus(number):
    return [a for k in range(number) if (a := found(k)) is not None and a > 3]


def in_a_while_loop(number):
    a, items = found(number), [0]
    while a is not None and a > 3:
        items.append(a)
        a = found(a - 1)
    return items


def behind_a_while_loop(number):
    a = None
    while a is None or a < 4:
        a = found(number)
        number += 1
    return [a]


def of_two_variables(number):
    a, b = found(number), found(number + 1)
    return [a, b] if a is not None and b is not None else [0]


def behind_or(number):
    a = found(number)
    if a is None or a < 4:
        return [0]
    return [a]


def behind_not(number):
    a = found(number)
    if not (a is not None and a > 3):
        return [0]
    return [a]


def by_truth(number):
    a = found(number)
    return [a] if a and a > 3 else [0]


def of_a_field(number):
    state = place(number)
    return [state.last] if state.last is not None and state.pair[1] == 1 else [0]


def of_an_item_of_a_tuple(number):
    state = place(number)
    if state.pair[0] is None:
        return [0]
    return [state.pair[0]]


def of_a_field_in_a_loop(number):
    state, items = place(number), [0]
    while state.last is not None and number > 0:
        items.append(state.last)
        number -= 1
        state = place(number)
    return items


def of_a_field_of_another_object(number):
    state = place(number)
    if state.last is None:
        return [0]
    items = [state.last]
    for k in range(3):
        items.append(state.last if state.last is not None else 77)
        state = place(number - k - 1)
    return items


NARROWED = [
    *(in_an_if, in_a_conditional_expression, in_a_comprehension, in_two_conditions),
    *(with_a_walrus, in_a_while_loop, behind_a_while_loop, of_two_variables, behind_or),
    *(behind_not, by_truth, of_a_field, of_an_item_of_a_tuple),
    *(of_a_field_in_a_loop, of_a_field_of_another_object),
]


@pytest.mark.parametrize("function", NARROWED, ids=lambda function: function.__name__)
def test_a_test_of_several_parts_narrows(function):
    assert show(compile_program(function, {}, {"number": INT}).result) == "list[int]"
    compiled = compile_function(function, 1)
    for number in range(-1, 9):
        assert compiled(number) == function(number)


# -- what must not be narrowed ---------------------------------------------------------------


def set_by_an_inner_function(number):
    a = found(number)

    def forget():
        nonlocal a
        a = None
        return True

    return a if a is not None and forget() else 0


def first_set_by_an_inner_function(number):
    a = None

    def remember():
        nonlocal a
        a = number
        return True

    if number > 3 and remember():
        return a
    return 0


def set_by_a_later_part(number):
    a = found(number)
    if a is not None and (a := None) is None:
        return a
    return 0


def by_one_of_two_parts(number):
    a = found(number)
    if a is not None or number == 1:
        return a
    return 0


@pytest.mark.parametrize(
    "function",
    [
        *(set_by_an_inner_function, first_set_by_an_inner_function),
        *(set_by_a_later_part, by_one_of_two_parts),
    ],
    ids=lambda function: function.__name__,
)
def test_a_variable_that_is_set_meanwhile(function):
    compiled = compile_function(function, 1)
    for number in range(-1, 9):
        assert compiled(number) == function(number)
