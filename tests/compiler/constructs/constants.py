"""Constants of a module."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    LETTERS,
    LINES,
    NAMES,
    PRIMES,
    VOWELS,
)

GRID = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


@construct((2,), (-1,), (9,))
def global_list(i):
    return PRIMES[i], len(PRIMES), 7 in PRIMES


@construct((1,), (0,))
def global_list_of_lists(i):
    return GRID[i][2], [row[i] for row in GRID], sum(map(sum, GRID))


@construct((2,))
def global_string(i):
    return LETTERS[i], "c" in LETTERS, LETTERS[i:5]


@construct(("a",), ("b",))
def global_set(letter):
    return letter in VOWELS, len(VOWELS)


@construct((0,), (2,))
def global_list_of_strings(i):
    return NAMES[i], NAMES.index("cid"), "bob" in NAMES


@construct((4,), (3,))
def global_nested_tuple(n):
    return [line for line in LINES if n in line]
