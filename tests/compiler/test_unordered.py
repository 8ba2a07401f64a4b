"""Comprehensions over sets, where the order of the items does not matter."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import reduce
from itertools import chain
from typing import NamedTuple

import pytest

from outply.compiler import NotCompilable, compile_function


def order_free(items):
    found = set(items)
    return (
        sum(2 * item for item in found),
        sum(1 for item in found if item > 2),
        any(item > 3 for item in found),
        all(abs(item) < 9 for item in found),
        max(item % 5 for item in found),
        min([(item % 3, item) for item in found]),
        sorted(item * item for item in found),
        sorted({item % 4 for item in found}),
        len({(one, other) for one in found for other in found if one < other}),
        frozenset(item + 1 for item in found) == {item + 1 for item in found},
    )


def made_into_a_set(items):
    found, more = frozenset(items), {(items[0], 9), (9, 9)}
    pairs = {(item, 9) for item in found}
    return (
        set(list(found)),  # noqa: C414
        frozenset(tuple(found)),
        set(chain(found, [item + 1 for item in found if item == 5], {7})),
        {*found, *(2 * item for item in found), *chain(found, items), 3},
        {*(float(item) for item in items), *{0.5, 1.0}},
        set(chain(list(pairs), more)),
        sorted(chain(found, {items[1]})),
        sorted(list(found)),  # noqa: C414
        len([item for item in found if item > 2]),
        len(list(found)),
    )


class Square(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True, order=True)
class Unit:
    row: int
    kind: str = "pawn"


class Rank(IntEnum):
    LOW = 1
    HIGH = 2


@dataclass(frozen=True, order=True)
class Named:
    row: int
    name: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Weighted:
    weight: int
    row: int

    def __lt__(self, other):
        return self.weight < other.weight


def records_in_comprehensions(items):
    units = frozenset(Unit(item, "king" if item % 2 else "pawn") for item in items)
    ranked = {(Rank(item % 2 + 1), Square(item, -item)) for item in items}
    return (
        sorted(unit for unit in units if unit.kind == "king"),
        min(unit for unit in units if unit.row < 99),
        len({unit for unit in units if unit.row < 5}),
        sorted(pair for pair in ranked if pair[0] is Rank.LOW),
        sorted(units, key=lambda unit: (unit.kind, unit.row)),
    )


def sorted_by_a_key(items):
    found = set(items)
    squares = {(item % 3, -item) for item in found}
    named = {Square(item % 2, item) for item in items}
    texts = {"abcdefgh"[item % 8] for item in found}
    return (
        sorted(found, key=lambda item: -item),
        sorted(found, key=lambda item: (item % 2, -item), reverse=True),
        sorted(squares, key=lambda square: (square[1], square[0])),
        sorted(squares, key=lambda square: (-square[0], square)),
        sorted(named, key=lambda square: (square.column % 2, -square.column, square.row)),
        sorted(texts, key=lambda text: (text in "aeiou", text)),
        sorted({frozenset({1, item}) for item in items}, key=lambda part: sorted(part)),
        sorted(sorted(found), key=lambda item: item % 3),
    )


@pytest.mark.parametrize(
    "function", [order_free, made_into_a_set, records_in_comprehensions, sorted_by_a_key]
)
def test_what_has_no_order_is_compiled(function):
    compiled = compile_function(function, (1, 2, 3))
    for items in ((1, 2, 3), (5, -4, 5), (8, 2, 40)):
        assert compiled(items) == function(items)


def of_floats(items):
    return sum(item / 3 for item in set(items))


def of_a_list(items):
    return [item for item in set(items)]  # noqa: C416


def with_a_key(items):
    return max((item for item in set(items)), key=abs)


def records_that_hide_a_field(items):
    return sorted(one for one in {Named(item, 2 * item) for item in items} if one.row > 0)


def records_with_their_own_order(items):
    return sorted(one for one in {Weighted(1, item) for item in items} if one.row > 0)


def sorted_with_equal_keys(items):
    return sorted(set(items), key=lambda item: (item % 2, -item // 2))


def sorted_by_some_parts(items):
    return sorted({(item % 2, item) for item in items}, key=lambda square: (square[0], square[0]))


def sorted_by_a_function(items):
    return sorted(set(items), key=abs)


def greatest_of_sets(items):
    return max({frozenset(items), frozenset(items[1:])})


def that_may_raise(items):
    return any(6 // item > 3 for item in set(items))


def with_effects(items):
    seen = [0]
    return sum(seen.pop() for item in set(items))


def of_several_types(items):
    return len({item > 0 or item for item in set(items)})


def of_a_chain(items):
    return list(chain(set(items), items))


def reduced(items):
    return reduce(lambda one, other: 2 * one + other, set(items), 0)


def as_made(make, items):
    return make(list(set(items)))


def of_two_calls(items):
    return len(as_made(set, items)), as_made(tuple, items)


REFUSED = [
    records_that_hide_a_field,
    records_with_their_own_order,
    sorted_with_equal_keys,
    sorted_by_some_parts,
    sorted_by_a_function,
    greatest_of_sets,
    of_a_chain,
    reduced,
    of_two_calls,
    of_floats,
    of_a_list,
    with_a_key,
    that_may_raise,
    with_effects,
    of_several_types,
]


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_what_has_an_order_is_refused(function):
    with pytest.raises(NotCompilable, match=r"the order of a set differs|no fixed order"):
        compile_function(function, (1, 2, 3))
