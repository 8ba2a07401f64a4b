"""Recursive functions that are compiled in two parts mean what they mean in Python."""

# ruff: noqa: PERF401

from __future__ import annotations

import pytest

from outply.compiler import compile_function
from outply.compiler.program import compile_program
from outply.compiler.source import code_of
from outply.compiler.split import split
from outply.compiler.types import INT


def leaves(number, depth):
    if depth == 0:
        return 1
    total = 0
    for step in range(1, 1 + number % 4):
        total += leaves(number * 5 + step, depth - 1)
    return total


def variables_of_the_beginning(number, depth):
    half, depth = number // 2, depth - 1
    if depth < 0:
        return half
    if half == 3:
        return -variables_of_the_beginning(half, depth)
    number += 1
    for _ in range(2):
        half += variables_of_the_beginning(number, depth)
    return half - number


def two_types(number, depth):
    if depth == 0:
        return number
    best = 0.5
    for step in range(2):
        best = max(best, two_types(number - step, depth - 1))
    return best


def a_list_at_the_beginning(number, depth):
    line = [number, depth]
    if depth == 0:
        return sum(line)
    for step in range(2):
        line.append(a_list_at_the_beginning(number + step, depth - 1))
    return sum(line)


def perhaps_unset(number, depth):
    if number > 5:
        found = number
    if depth == 0:
        return number
    for step in range(2):
        number += perhaps_unset(number + step, depth - 1)
    return number + found


def nothing_in_the_end(number, depth):
    if depth == 0:
        return number
    for step in range(number % 3):
        child = nothing_in_the_end(number + step, depth - 1)
        if child is not None and child % 2:
            return child
    return None


def no_recursion(number, depth):
    if depth == 0:
        return number
    total = 0
    for step in range(depth):
        total += number * step
    return total


FUNCTIONS = [
    leaves,
    variables_of_the_beginning,
    two_types,
    a_list_at_the_beginning,
    perhaps_unset,
    nothing_in_the_end,
    no_recursion,
]


def outcome(function, *arguments):
    try:
        found = function(*arguments)
    except UnboundLocalError as error:
        return type(error)
    return type(found), found


@pytest.mark.parametrize("function", FUNCTIONS)
def test_both_parts_are_the_function(function):
    compiled = compile_function(function, 1, 1)
    for number in range(12):
        for depth in range(5):
            assert outcome(compiled, number, depth) == outcome(function, number, depth)


class Countdown:
    def count(self, number):
        if number == 0:
            return 0
        return self.count(number - 1)

    def other(self, number):
        if number == 0:
            return 0
        return super().other(number)


@pytest.mark.parametrize(
    ("function", "statements"),
    [
        (leaves, 1),
        (variables_of_the_beginning, 2),
        (perhaps_unset, 2),
        (Countdown.count, 1),
        (Countdown.other, 0),
        (no_recursion, 0),
    ],
)
def test_where_a_function_is_split(function, statements):
    found = split(code_of(function))
    assert (len(found.beginning) if found else 0) == statements


def worth(number):
    return (number * 3 + 1) % 7 * (number // 2 + 5) % 11 + number % 3 + number % 5 + number % 13


def is_over(number):
    return worth(number) % 2 == 0


def long_leaves(number, depth):
    if depth == 0:
        first = number % 3 + number % 5 + number % 7 + number % 11 + number % 13 + number % 17
        second = number // 3 + number // 5 + number // 7 + number // 11 + number // 13
        second += number % 19 + number % 23 + number // 17 + number // 19 + number // 23
        third = first % (number + 1) + second // (number + 1) + first // (second + 1)
        return worth(first) + first * second * third
    total = 0
    for step in range(2):
        total += long_leaves(number + step, depth - 1)
    return total


def same_work_in_the_rest(number, depth):
    if depth == 0 or is_over(number):
        return 1
    total = 0
    for step in range(worth(number)):
        total += same_work_in_the_rest(number + step, depth - 1)
    return total


@pytest.mark.parametrize(
    ("function", "is_apart"), [(leaves, True), (long_leaves, False), (same_work_in_the_rest, False)]
)
def test_parts_stay_apart_where_leaves_are_short_and_share_no_work(function, is_apart):
    module = compile_program(function, {}, {"number": INT, "depth": INT}).module
    [beginning] = [instance for instance in module.instances.values() if instance.rest]
    assert beginning.rest.inlining == ("never" if is_apart else "always")
    compiled = compile_function(function, 1, 1)
    for number in range(8):
        assert compiled(number, 3) == function(number, 3)
