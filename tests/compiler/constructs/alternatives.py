"""A value that is one of several kinds: what is done with it follows what it is when it runs."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
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
    return vector + Vector(1, 1), -vector


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
