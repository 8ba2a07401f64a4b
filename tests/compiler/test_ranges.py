"""Ranges at the edges of 64 bits: as in Python, or too long to be counted."""

from __future__ import annotations

import itertools

import pytest

from outply.compiler import compile_function

EDGES = [0, 1, -1, 5, -7, 1 << 62, -(1 << 62), (1 << 63) - 1, -(1 << 63)]
SOME = 3  # turns, and then it is enough


def length(start, stop, step):
    return len(range(start, stop, step))


def by_steps(start, stop, step):
    turns = 0
    for number in range(start, stop, step):
        turns += 1
        if turns > SOME:
            return number
    return turns


def upwards(start, stop, step):
    turns = 0
    for number in range(start, stop):
        turns += 1
        if turns > SOME:
            return number
    return turns


def downwards(start, stop, step):
    turns = 0
    for number in range(start, stop, -1):
        turns += 1
        if turns > SOME:
            return number
    return turns


def outcome(function, given):
    try:
        return function(*given)
    except (ValueError, OverflowError) as error:
        return type(error)


def is_long(start, stop, step):
    """Whether its numbers cannot be counted with 64 bits."""
    return any((stop - start) // each >= 1 << 63 for each in (step or 1, 1, -1))


@pytest.mark.parametrize("function", [length, by_steps, upwards, downwards])
def test_compiled_is_python(function):
    compiled = compile_function(function, 1, 2, 3)
    for given in itertools.product(EDGES, repeat=3):
        found = outcome(compiled, given)
        if found is OverflowError:
            assert is_long(*given)
        else:
            assert found == outcome(function, given)
