"""A value that is one of several kinds: what is done with it follows what it is when it runs."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple

from tests.compiler.constructs.registry import construct


@dataclass(frozen=True)
class Man:
    square: int
    side: int = 0


@dataclass(frozen=True)
class Rook(Man):
    moved: bool = False


class Bishop(Man):
    pass


class Vector(NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __abs__(self):
        return abs(self.x) + abs(self.y)


class Step(NamedTuple):
    x: int
    text: str = "step"


@dataclass(frozen=True)
class Hand:
    cards: int

    def __len__(self):
        return self.cards

    def __iter__(self):
        return iter((self.cards, 7))

    def __getitem__(self, index):
        return self.cards * 10 + index

    def __contains__(self, card):
        return card < self.cards


def man(n):
    return Man(n) if n % 3 == 0 else Rook(n, 1) if n % 3 == 1 else Bishop(n)


@construct((3,), (4,), (5,))
def replace_in_one_of_several_dataclasses(n):
    return replace(man(n), square=9), [replace(each, side=3) for each in (Man(n), Rook(n))]


@construct((3,), (2,))
def replace_in_a_dataclass_or_none(n):
    return replace(man(n) if n > 2 else None, square=9).square


@construct((3,), (2,))
def replace_in_one_of_several_named_tuples(n):
    return (Vector(n, 1) if n > 2 else Step(n))._replace(x=9)


@construct((3,))
def named_tuples_with_their_own_sum(n):
    return Vector(n, 1) + Vector(1, 2) + Vector(2, 3)


@construct((3,), (0,))
def a_named_tuple_with_operators_or_none(n):
    vector = Vector(n, 1) if n else None
    return vector + Vector(1, 1), -vector, abs(vector), abs(Vector(-n, 2))


@construct((3,), (0,))
def an_object_with_special_methods_or_none(n):
    hand = Hand(n) if n else None
    return len(hand), hand[1], 2 in hand


@construct((3,), (0,))
def an_object_that_is_unpacked_or_none(n):
    hand = Hand(n) if n else None
    first, second = hand
    return first, second


@construct((3,), (0,))
def text_functions_of_a_text_or_a_number(n):
    value = "ab" if n else 7
    return str.upper(value)


@construct((3,), (0,))
def int_and_ord_of_a_text_or_a_number(n):
    value = "12" if n else 7
    letter = "a" if n else 7
    return int(value), "%s %s" % (value, n), ord(letter)


@construct((3,), (0,))
def percent_of_a_number_or_a_text(n):
    value = n if n else "zero"
    return "%d and %d" % (value, 1)


def _none_or(n):
    return None if n < 2 else n


@construct((3,), (2,), (1,))
def slices_with_an_end_that_may_be_none(n):
    end, items, text = _none_or(n), [1, 2, 3, 4], "abcd"
    found = (5, 6, 7)[:end], text[end:], items[::end], items[end::-1], range(5)[-2:end]
    items[end:] = [9]
    del items[:end]
    return found, items


@construct((3,), (1,), (0,))
def a_step_that_may_be_none_or_zero(n):
    return [1, 2, 3][:: None if n == 1 else n]


@construct((3,), (1,))
def places_and_letters_that_may_be_none(n):
    end, letters = _none_or(n), "a" if n > 2 else None
    places = "banana".find("a", end), "banana".count("a", 1, end), "banana".startswith("b", end)
    return places, "a b a".split(letters), " a a".strip(letters), " a".lstrip(letters)


@construct((3,), (1,))
def islice_with_an_end_that_may_be_none(n):
    end = _none_or(n)
    return list(itertools.islice((1, 2, 3, 4), end)), list(itertools.islice("abcd", 1, end, end))


@construct((3,), (1,))
def round_and_pow_with_a_number_that_may_be_none(n):
    return round(2.345, _none_or(n)), pow(3, 4, _none_or(n))


class Seat(IntEnum):
    NORTH = 1
    SOUTH = 2


class Turn(IntEnum):
    FIRST = 0
    SECOND = 1


def _seat(n):
    return Seat.SOUTH if n % 3 == 0 else n % 3 if n % 3 == 1 else Turn.SECOND


@construct((3,), (4,), (5,))
def arithmetic_with_a_member_or_an_int(n):
    seat = _seat(n)
    sums = seat + 1, 2 - seat, seat * 2, -seat, 1 << seat, seat >> 1, seat & 1, seat // 2, seat / 2
    numbers = abs(seat), int(seat), float(seat), round(seat), divmod(seat, 2), pow(seat, 2)
    return sums, numbers, math.sqrt(seat), chr(65 + seat), max(seat, 0), sum((seat, 1))


@construct((3,), (4,), (5,))
def places_by_a_member_or_an_int(n):
    seat, items = _seat(n), [5, 6, 7]
    found = (5, 6, 7)[seat], items[seat], "abc"[seat], items[:seat], "abc"[::seat]
    items[seat] = 8
    items[seat] += 1
    return found, items, list(range(seat)), [0] * seat, "a" * seat


@construct((3,), (4,), (5,))
def a_member_or_an_int_is_kept_and_compared(n):
    seat = _seat(n)
    kept = [seat, 1, Seat.NORTH]
    return seat, kept, seat == 1, seat < 2, seat in (1, 5), {1: "a", 2: "b"}[seat], "%d" % seat


@construct((3,), (0,))
def a_member_or_none_as_a_number(n):
    seat = Seat.SOUTH if n else None
    return (5, 6, 7)[:seat], seat < 3, (5, 6, 7)[seat], -seat, list(range(seat))


@construct(((0, 1, 1),), ((1, 0, 0),))
def the_last_member_of_a_loop(row):
    best = 0
    for seat in Seat:
        if row[seat]:
            best = seat
    return best, row[best], best + 1


def _items(n):
    return [n, n + 1] if n % 3 == 0 else (n, 5, 6) if n % 3 == 1 else range(n)


@construct((3,), (4,), (5,))
def loop_over_a_list_or_a_tuple(n):
    items, total = _items(n), 0
    for item in items:
        total += item
        if total > 9:
            break
    else:
        total = -total
    return total, [item * 2 for item in items], [a + b for a in items for b in items]


@construct((3,), (4,), (5,))
def functions_of_a_list_or_a_tuple(n):
    items = _items(n)
    made = list(items), tuple(items), sorted(items), list(reversed(items)), [*items, 1], (*items,)
    pairs = list(enumerate(items, 1)), list(zip(items, items)), list(zip("ab", items))
    return made, pairs, sum(items), max(items), any(items), len(items), 5 in items, max(*items)


@construct((3,), (4,))
def a_list_that_grows_while_it_is_looped_over_or_a_tuple(n):
    items, total = [n] if n % 2 else (n, n), 0
    for item in items:
        total += item
        if total < 20 and isinstance(items, list):
            items.append(total)
    return total


@construct((3,), (4,), (5,))
def letters_of_a_text_a_list_or_an_empty_tuple(n):
    letters = "abc" if n == 3 else ["x", "yz"] if n == 4 else ()
    return "".join(letters), [letter * 2 for letter in letters], list(map(len, letters))


@construct((3,), (4,), (5,))
def loop_over_a_list_a_named_tuple_or_none(n):
    items = [n, 1] if n == 3 else Step(n) if n == 4 else None
    return [item for item in items]


@construct((((0, 1), (1, 2)),), (((1, 0), (0, 3)),))
def all_rows_or_some(rows):
    chosen = rows
    if rows[0][0]:
        chosen = [row for row in rows if row[0]]
    best = None
    for row in chosen:
        if best is None or sum(row) > sum(best):
            best = row
    return best, [item for row in chosen for item in row]
