"""Constants of a module whose parts differ in length, or in what they hold."""

from __future__ import annotations

from collections import deque

import pytest

from outply.compiler import compile_function
from outply.compiler.dependencies import fingerprint

ODDS = {0: {(): 1.0}, 1: {(1,): 0.5, (2,): 0.5}, 2: {(1, 1): 0.25, (1, 2): 0.75}}
NESTED = {"a": {"x": (1, 2)}, "b": {"y": (3,), "z": ()}, "c": {}}
LISTS = {"a": [(1, 2)], "b": [(3,), ()]}
PAIRS = [(1, {"x": (1,)}), (2, {"y": (1, 2)})]
SETS = {0: {(1,), (2,)}, 1: {(1, 2)}, 2: set()}


def mean_length(number):
    total = 0.0
    for roll, chance in ODDS[number].items():
        total += chance * len(roll)
    return total


def of_nested_dicts(number):
    return sorted([sum(items) for items in NESTED["abc"[number]].values()])


def of_lists(number):
    return [sum(items) for items in LISTS["a" if number else "b"]]


def of_pairs(number):
    return [(first, sum(second.get("y", ()))) for first, second in PAIRS][number % 2]


def of_sets(number):
    return (1, 2)[:number] in SETS[number], len(SETS[number])


@pytest.mark.parametrize(
    "function",
    [mean_length, of_nested_dicts, of_lists, of_pairs, of_sets],
    ids=lambda f: f.__name__,
)
def test_parts_of_different_lengths(function):
    compiled = compile_function(function, 1)
    for number in (0, 1, 2):
        assert compiled(number) == function(number)


@pytest.mark.parametrize(
    ("one", "other"),
    [(range(3), range(4)), ([range(3)], [range(4)]), (deque([1, 2]), deque([1, 3]))],
)
def test_constants_that_differ_have_different_fingerprints(one, other):
    assert fingerprint(one) != fingerprint(other)
