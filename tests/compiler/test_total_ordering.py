"""Classes that `functools.total_ordering` completes."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import pytest

from outply.compiler import compile_function


@functools.total_ordering
class Age:
    def __init__(self, years):
        self.years = years

    def __eq__(self, other):
        return isinstance(other, Age) and self.years == other.years

    def __lt__(self, other):
        if not isinstance(other, Age):
            return NotImplemented
        return self.years < other.years


@functools.total_ordering
@dataclass(frozen=True)
class Card:
    rank: int
    suit: str

    def __le__(self, other):
        return self.rank <= other.rank


@functools.total_ordering
class Above:
    def __init__(self, years):
        self.years = years

    def __eq__(self, other):
        return self.years == other.years

    def __gt__(self, other):
        return self.years > other.years


@functools.total_ordering
class AtLeast:
    def __init__(self, years):
        self.years = years

    def __eq__(self, other):
        return self.years == other.years

    def __ge__(self, other):
        return self.years >= other.years


def ages(number):
    one, other = Age(number), Age(2)
    return one < other, one <= other, one > other, one >= other, one == other


def cards(number):
    one, other = Card(number, "h"), Card(2, "h")
    return one < other, one <= other, one > other, one >= other, one == other


def above(number):
    one, other = Above(number), Above(2)
    return one < other, one <= other, one > other, one >= other, one == other


def at_least(number):
    one, other = AtLeast(number), AtLeast(2)
    return one < other, one <= other, one > other, one >= other, one == other


def highest_card(number):
    return max(Card(number, "a"), Card(2, "b")).suit + min([Card(1, "x"), Card(number, "y")]).suit


@pytest.mark.parametrize("function", [ages, cards, above, at_least, highest_card])
def test_the_same_as_interpreted(function):
    compiled = compile_function(function, 1)
    for number in range(5):
        assert compiled(number) == function(number)
