"""Equality, order, identity and hashes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.compiler.constructs.registry import construct


@construct((3,), (0,))
def hash_of_equal_values(n):
    return hash((n, 1)) == hash((n, 1)), hash(n) == n


@construct((3,), (-1,))
def is_and_equality(n):
    a = (n, n)
    b = a
    return a is b, a == (n, n), n is not None


@construct((1,), (0,), (7,))
def bool_and_int_are_equal_keys(n):
    return {0: "no", 1: "yes"}.get(n > 0), {True: 5}.get(n, 0), (n > 0) in (0, 1)


@construct((1,), (2,))
def int_and_float_are_equal_keys(n):
    return {1: "a", 2.0: "b"}[n], n in {1.0, 2.0}, len({n, float(n)})


@construct(([0.5, math.nan, 0.25],))
def max_with_nan(items):
    return max(items), min(items), max(items[0], items[1]), max(items[1], items[0])


@construct((3, 1), (1, 1))
def tuples_of_different_length_compared(a, b):
    return (1,) * a < (1,) * b, (1,) * a == (1,) * b, sorted([(1,) * b, ()])


@construct(("10", "9"), ("a", "B"))
def strings_compare_by_letters(a, b):
    return a < b, sorted([a, b]), a + b == b + a


@dataclass(frozen=True)
class Noted:
    value: int
    note: str = field(default="", compare=False)


class Vector(NamedTuple):
    x: int
    y: int

    def __eq__(self, other):
        return self.x == other.x

    def __bool__(self):
        return self.x != 0

    def __neg__(self):
        return Vector(-self.x, -self.y)


@construct((3,), (0,))
def fields_that_are_not_compared(n):
    one, other = Noted(n, "a"), Noted(3, "b")
    return one == other, one in [other], [one] == [other], one.note


@construct((3,), (0,))
def equality_of_ones_own(n):
    one, other = Vector(n, 1), Vector(3, 2)
    return one == other, [one] == [other], one in (other,), bool(one), 1 if one else 2, tuple(-one)


@construct(([1], [1]))
def identity_of_containers(one, other):
    same = one
    found = {1: 2}
    return one is other, one is same, one is not other, found is found, sorted(one) is one


@construct(
    ({1: "a", 2: "b", 3: "c"}, {3: "c", 1: "a", 2: "b"}),
    ({1: "a", 2: "b"}, {1: "a", 2: "z"}),
    ({}, {1: "a"}),
    ({}, {}),
)
def views_are_compared_as_sets(one, other):
    same = one.keys() == other.keys(), one.keys() == set(other), set(one) != other.keys()
    items = one.items() == other.items(), one.items() <= other.items(), one.items() == set()
    never = one.keys() == [1, 2, 3], one.keys() == (1, 2, 3), one.keys() == one
    order = one.keys() <= other.keys(), one.keys() < {1, 2, 3, 4}, {1} <= one.keys()
    return same, items, never, order


@construct((3, 0), (0, 3), (5, 6), (-2, 5))
def ranges_are_compared_by_their_numbers(m, n):
    return (
        *(range(m, n) == range(0), range(0, 5, 2) == range(0, 6, 2), range(m) == range(n)),
        *(range(0, m, 2) == range(0, n, 2), range(m, n) != range(m, n), range(m) == [0, 1, 2]),
        *(range(m, m + 1, 5) == range(m, m + 1, 7), (range(m), 1) == (range(n), 1)),
        *(isinstance(range(m), range), range(n) in [range(m, n, 3), range(m)]),
    )


@construct((0,), (2,))
def errors_where_nothing_is_compared(n):
    none = [x < None for x in range(n)]
    return none, any(x < None for x in range(n)), {x: x < None for x in range(n)}


@construct((1,), (3,), (4,))
def tuples_with_none_in_order(n):
    x = None if n > 2 else n
    return (1, x) < (2, x), sorted([(2, None), (1, x)]), (n, x) <= (1, 5)


@construct((1,), (0,))
def identity_of_what_may_be_none(n):
    x = None if n else True
    y = True if n else None
    return x is None, y is None, x is y, x is True, y is not None


@dataclass(frozen=True)
class Weight:
    owner: int
    grams: int

    def __lt__(self, other):
        return self.grams < other.grams


@construct((0,), (3,), (9,))
def own_order_of_what_may_be_none(n):
    weight = Weight(1, n) if n > 0 else None
    return weight is None or weight < Weight(0, 5)


@construct((0,), (3,))
def reflected_order(n):
    weights = [Weight(1, n), Weight(2, 1), Weight(3, 2)]
    return Weight(0, 1) > weights[0], max(weights).owner, [w.owner for w in sorted(weights)]


@dataclass(eq=False)
class _Piece:
    value: int


@construct((1,), (2,))
def pieces_that_are_compared_by_identity(n):
    one, other = _Piece(n), _Piece(n)
    pieces = [one, _Piece(2)]
    places = {one: 1, other: 2}
    found = [one == other, one == one, one != other, one in pieces, other in pieces]
    return found, (one, 1) == (other, 1), [one] == [one], len(places), places[one]


@dataclass
class _Parity:
    value: int

    def __eq__(self, other):
        return self.value % 2 == other.value % 2


@dataclass(frozen=True)
class _Noted:
    value: int
    note: int = field(default=0, compare=False)


@construct((2,), (1,))
def long_tuples_of_objects_with_their_own_equality(n):
    some = tuple(_Parity(i) for i in range(40))
    others = tuple(_Parity(i + n) for i in range(40))
    noted = tuple(_Noted(i, 1) for i in range(40))
    return some == others, noted == tuple(_Noted(i, n) for i in range(40))
