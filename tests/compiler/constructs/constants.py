"""Constants of a module."""

from __future__ import annotations

from itertools import combinations, product

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    LETTERS,
    LINES,
    NAMES,
    PRIMES,
    VOWELS,
)

SQUARES = range(1, 5)
ROWS = [range(start, start + 3) for start in range(0, 9, 3)]
NAMED = {"all": range(9), "odd": range(1, 9, 2)}
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


class Steps:
    NEAR = range(-1, 2)

    def sums(self, n):
        return [step + n for step in self.NEAR]


@construct((2,), (0,), (9,))
def global_range(n):
    first, *others = SQUARES
    return (
        *(len(SQUARES), n in SQUARES, sum(SQUARES), SQUARES.stop, SQUARES[2], SQUARES[::-2][0]),
        *(first, others, [*SQUARES, n], list(zip(SQUARES, SQUARES[1:], strict=False))),
        *(list(product(SQUARES, repeat=2)), list(combinations(SQUARES, 3)), Steps().sums(n)),
        *(max(SQUARES, key=lambda square: square * n % 3), range(1, 5) == SQUARES),
    )


@construct((2,), (0,))
def global_ranges_in_containers(n):
    return (
        *([sum(row) for row in ROWS], list(ROWS[n]), [list(r) for r in NAMED.values()]),
        *(n in NAMED["all"], [row[n] for row in ROWS if n in row], len(ROWS[n])),
    )


def sum_of_some(n, squares=range(2, 6), *, others=range(3)):
    return sum(squares) * n + len(others)


@construct((2,), (0,))
def ranges_as_defaults(n):
    return sum_of_some(n), sum_of_some(n, range(n)), sum_of_some(n, others=SQUARES)
