"""Lambdas of a module: each is compiled as itself, also if several begin on one line."""

from __future__ import annotations

from typing import Any

import pytest

from outply.compiler import compile_function

# fmt: off
BY_SIGN = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}
STEPS = (lambda x: x + 1, lambda x: x + 8, lambda x: x - 1, lambda x: x if x > 3 else -x)
FIRST, SECOND = lambda x: (x, 1), lambda x: (x, 2)
ADDER = lambda a: (lambda b: a + b); DOUBLE = lambda b: b + b  # noqa: E702, E731
SORTED_BY = [lambda row: row[0], lambda row: row[1]]
# fmt: on
INNER = ADDER(5)


def by_sign(a: int, b: int) -> tuple[int, int, int]:
    return BY_SIGN["+"](a, b), BY_SIGN["-"](a, b), BY_SIGN["*"](a, b)


def steps(a: int, b: int) -> tuple[int, int, int, int]:
    return STEPS[0](a), STEPS[1](a), STEPS[2](b), STEPS[3](b)


def pairs(a: int, b: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return FIRST(a), SECOND(b)


def nested(a: int, b: int) -> tuple[int, int, int]:
    return ADDER(a)(b), DOUBLE(b), INNER(a)


def keys(a: int, b: int) -> list[Any]:
    rows = [(a, b), (b, a), (a + b, 0)]
    return [min(rows, key=SORTED_BY[0]), min(rows, key=SORTED_BY[1])]


@pytest.mark.parametrize("function", [by_sign, steps, pairs, nested, keys])
def test_lambdas_on_one_line(function: Any) -> None:
    compiled = compile_function(function, 1, 2)
    for a, b in ((1, 2), (7, -3), (0, 0), (5, 4)):
        assert compiled(a, b) == function(a, b)
