"""Small functions over a game, each using one thing that authors write."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from outply.game import Bits, Game
from tests.compiler import helpers
from tests.compiler.helpers import EDGE, LOW, doubled, rule_of_three

TOP: Bits = 1 << 63
FULL: Bits = (1 << 64) - 1
SMALL_TABLE = np.array([[1, 2, 3], [4, 5, 6]])
BIG_TABLE = np.arange(100_000)
MASKS: tuple[Bits, ...] = tuple(1 << i for i in range(64))
PRIMES = (2, 3, 5, 7)
LONG = tuple(i * i for i in range(100))
VERY_LONG = tuple(range(10_000))
HALVES = tuple(i / 2 for i in range(20_000))
COUNTS = {"a": 1, "b": 2}
WIDE = (1 << 81) - 1


class Colour(IntEnum):
    BLACK = 0
    WHITE = 1


class Inner(NamedTuple):
    x: int
    y: float


class Cell(NamedTuple):
    number: int
    bits: Bits
    row: tuple[int, ...]
    share: float
    flag: bool
    inner: Inner


class Base(Game[Cell]):
    def weight(self, number: int) -> int:
        return number + 1

    def shared(self, number: int) -> int:
        return 100 * self.weight(number)


@dataclass(frozen=True)
class Toy(Base):
    """Not a game to play: a state with a field of each kind."""

    size: int = 7
    name_of_it: str = "toy"

    @cached_property
    def area(self) -> int:
        return self.size * self.size

    @property
    def wide(self) -> Bits:
        return TOP

    @cached_property
    def table(self) -> np.ndarray:
        return np.arange(self.size) * 10

    def initial(self) -> Cell:
        return Cell(3, 5, (1, 2, 3, 4), 0.5, True, Inner(7, 2.5))

    def weight(self, number: int) -> int:
        return super().weight(number) * self.size

    @staticmethod
    def tripled(number: int) -> int:
        return 3 * number

    def counted(self, number: int) -> Iterator[int]:
        yield number
        yield from range(number)
        yield from self.pairs(number)

    def pairs(self, number: int) -> Iterator[int]:
        for i in range(number):
            yield 2 * i

    def with_default(self, number: int, factor: int = 10, *, plus: int = 0) -> int:
        return number * factor + plus


@cache
def cached_helper(number: int) -> int:
    return number * number


def apply(function, number: int) -> int:
    return function(number)


# -- each feature ---------------------------------------------------------------------------


def fields_and_properties(game: Toy, state: Cell) -> int:
    return game.size * 1000 + game.area


def constants(game: Toy, state: Cell) -> int:
    return PRIMES[2] + LONG[state.number] + Colour.WHITE + helpers.ANSWER


def inherited_methods_and_super(game: Toy, state: Cell) -> int:
    return game.shared(state.number)


def static_methods(game: Toy, state: Cell) -> int:
    return game.tripled(state.number)


def helpers_elsewhere(game: Toy, state: Cell) -> int:
    return doubled(state.number) + helpers.doubled(4) + rule_of_three(1, b=2, c=state.number)


def cached_functions(game: Toy, state: Cell) -> int:
    return cached_helper(state.number)


def functions_as_arguments(game: Toy, state: Cell) -> int:
    return apply(doubled, state.number) + apply(cached_helper, state.number)


def generators(game: Toy, state: Cell) -> int:
    total = 0
    for item in game.counted(state.number):
        total = total * 10 + item
    return total


def defaults_and_keywords(game: Toy, state: Cell) -> int:
    one = game.with_default(state.number)
    two = game.with_default(state.number, plus=5)
    return one + two + game.with_default(factor=2, number=state.number)


def small_tables(game: Toy, state: Cell) -> int:
    return SMALL_TABLE[1, 2] + game.table[state.number] + len(game.table)


def big_tables(game: Toy, state: Cell) -> int:
    return big_table_reader(state.number) + BIG_TABLE[99_999]


def big_table_reader(number: int) -> int:
    return BIG_TABLE[number] if number < 5 else big_table_reader(number - 1)


def very_long_tuples(game: Toy, state: Cell) -> float:
    return VERY_LONG[9_000] + VERY_LONG[state.number & 63] + len(VERY_LONG) + HALVES[19_999]


def unsigned_shift(game: Toy, state: Cell) -> Bits:
    return (state.bits | TOP) >> 3


def unsigned_mixed(game: Toy, state: Cell) -> Bits:
    lowest = (state.bits | TOP) & -(state.bits | TOP)
    high = (state.bits << 61) & FULL
    return (lowest | high) >> 1


def unsigned_compare(game: Toy, state: Cell) -> bool:
    return (state.bits | TOP) > 1 and game.wide > state.number


def unsigned_divide(game: Toy, state: Cell) -> int:
    return (state.bits | TOP) % 1000 + (state.bits | TOP) // (1 << 60)


def unsigned_branches(game: Toy, state: Cell) -> Bits:
    return state.bits | TOP | 1 if state.flag else 0


def unsigned_locals(game: Toy, state: Cell) -> Bits:
    found: Bits = 0
    for mask in MASKS:
        found |= mask & (state.bits | TOP)
    found ^= 1
    return found


def unsigned_count(game: Toy, state: Cell) -> int:
    wide: Bits = state.bits | TOP
    return wide.bit_count() * 100 + wide.bit_length() + state.number.bit_count()


def constant_methods(game: Toy, state: Cell) -> int:
    return game.area.bit_count() + FULL.bit_count()


def sums(game: Toy, state: Cell) -> int:
    return sum(item * state.number for item in state.row if item > 1) + sum(PRIMES)


def float_sums(game: Toy, state: Cell) -> float:
    return sum(item * state.share for item in state.row)


def any_and_all(game: Toy, state: Cell) -> int:
    more = any(item > state.number for item in state.row)
    positive = all(item > 0 for item in state.row)
    nested = any(all(a >= b for b in state.row) for a in state.row)
    return more + 2 * positive + 4 * nested


def tuple_rebuilt(game: Toy, state: Cell) -> int:
    row = tuple(9 if i == state.number else item for i, item in enumerate(state.row))
    paired = tuple(a * b for a, b in zip(row, state.row))  # noqa: B905
    counted = tuple(i * i for i in range(4))
    return paired[3] * 100 + counted[3] + row[0]


def new_states(game: Toy, state: Cell) -> int:
    after = Cell(
        number=state.number + 1,
        bits=state.bits | 1 << 63,
        row=state.row,
        share=1,
        flag=False,
        inner=Inner(1, 2.0),
    )
    return after.number + after.inner.x + (after.bits >> 62) + int(after.share)


def replaced_fields(game: Toy, state: Cell) -> float:
    after = state._replace(number=10, share=0.25)
    return after.number + after.share + after.row[1]


def nested_records(game: Toy, state: Cell) -> float:
    return state.inner.x + state.inner.y


def shifts_of_any_distance(game: Toy, state: Cell) -> Bits:
    far = state.number & 127
    return ((state.bits << far) & FULL) ^ (state.bits >> far) ^ ((TOP >> far) << 1 & FULL)


def signed_shifts(game: Toy, state: Cell) -> int:
    return (state.number >> (state.bits & 127)) + (1 << (state.bits & 31))


def differences_of_bits(game: Toy, state: Cell) -> float:
    bits = state.bits
    less = (bits >> 3 & 1) - (bits & 1)
    more = -(bits & 7) + (bits >> 60) * -2
    return less + 10.0 * more


def bits_compared_with_numbers(game: Toy, state: Cell) -> int:
    bits = state.bits | TOP
    return (bits > -1) + 2 * (bits == -1) + 4 * (state.number < bits) + 8 * (-1 < bits < FULL)


def lowest_bits(game: Toy, state: Cell) -> int:
    left: Bits = state.bits
    total = 0
    while left:
        total += (left & -left).bit_length()
        left &= left - 1
    return total


def masked_products(game: Toy, state: Cell) -> int:
    hashed = (state.number * 31 & 0xFFFF_FFFF_FFFF_FFFF) >> 5
    return hashed % 1000


def counts_of_negatives(game: Toy, state: Cell) -> int:
    return (-state.number).bit_count() * 100 + (-state.number).bit_length()


def imported_bits(game: Toy, state: Cell) -> int:
    return ((LOW << 63) >> 60) + ((EDGE << 62) >> 58)


def mathematics(game: Toy, state: Cell) -> float:
    return math.sqrt(abs(state.number)) if state.flag is False else math.pi + np.exp(1.0)


def comparisons_chained(game: Toy, state: Cell) -> bool:
    return 1 < state.number <= 3 != state.row[0]


def loops_and_branches(game: Toy, state: Cell) -> int:
    total, left = 0, state.number * 10
    while left:
        left -= 1
        if left % 3 == 0:
            continue
        if total > 100:
            break
        total += left
    else:
        total = -1
    return total


def recursion(game: Toy, state: Cell) -> int:
    return factorial(state.number)


def factorial(number: int) -> int:
    if number <= 1:
        return 1
    return number * factorial(number - 1)


def state_hashes(game: Toy, state: Cell) -> int:
    return hash((state.number, state.row[1]))


def state_keys(game: Toy, state: Cell) -> Bits:
    return game.key(state) ^ game.key(state._replace(share=-0.5, number=-1, flag=False))


def assertions(game: Toy, state: Cell) -> int:
    assert state.number == 3, f"not {state.number}"
    if state.number == 4:
        raise ValueError(f"never {state.number}")
    return 1


def helpers_named_like_methods(game: Toy, state: Cell) -> int:
    return helpers.key(state.number)


def shadowing(game: Toy, state: Cell) -> int:
    weight = 2
    doubled = weight * 3
    return game.weight(1) + doubled


# -- more than numbers ----------------------------------------------------------------------


def dicts(game: Toy, state: Cell) -> int:
    table = {1: 2, state.number: 5}
    table[7] = table.get(4, 3)
    return table[state.number] + table[7] + len(table)


def sets(game: Toy, state: Cell) -> int:
    return (state.number in {1, 2}) + len({*state.row, 1})


def lambdas(game: Toy, state: Cell) -> int:
    double = lambda n: 2 * n  # noqa: E731
    return double(state.number)


def exceptions(game: Toy, state: Cell) -> int:
    try:
        return 1 // state.number
    except ZeroDivisionError:
        return -7


def constant_dicts(game: Toy, state: Cell) -> int:
    return COUNTS["a"] + COUNTS["b" if state.flag else "a"]


def text(game: Toy, state: Cell) -> str:
    return f"{state.number}/" + "-".join(str(n) for n in state.row)


def length_of_text(game: Toy, state: Cell) -> int:
    return len(f"{state.number}")


def filtered_tuples(game: Toy, state: Cell) -> int:
    return len(tuple(n for n in state.row if n))


def tuples_of_any_length(game: Toy, state: Cell) -> tuple[int, ...]:
    return tuple(n for n in state.row if n > 1)


def slices_of_tuples(game: Toy, state: Cell) -> int:
    return Cell(1, 2, tuple(state.row[:2]), 0.0, True, state.inner).number


def mutual_recursion(game: Toy, state: Cell) -> int:
    return even(state.number & 15)


def even(number: int) -> int:
    return 1 if number == 0 else odd(number - 1)


def odd(number: int) -> int:
    return 0 if number == 0 else even(number - 1)


def signed_or_unsigned_variables(game: Toy, state: Cell) -> Bits:
    mixed = 0
    if state.flag:
        mixed = state.bits | TOP
    return mixed


def largest_of_signed_and_unsigned(game: Toy, state: Cell) -> int:
    return max(state.bits, state.number) % 10


def either_signed_or_unsigned(game: Toy, state: Cell) -> int:
    either = state.bits if state.flag else state.number
    return either % 10


def lists_sorted_backwards(game: Toy, state: Cell) -> int:
    items = [1, state.number, 3]
    items.sort(reverse=True)
    return items[0]


def match_statements(game: Toy, state: Cell) -> int:
    match state.number:
        case 1 | 3:
            return 1
        case n if n < 0:
            return -n
    return 0


def walrus(game: Toy, state: Cell) -> int:
    return (n := state.number) + n


def spread_arguments(game: Toy, state: Cell) -> int:
    return rule_of_three(*state.row[:3]) + rule_of_three(state.number, *state.row[2:])


def wide_constants(game: Toy, state: Cell) -> int:
    return WIDE & 1


def fields_replaced_at_once(game: Toy, state: Cell) -> int:
    return game.initial()._replace(number=1).number


def two_loops_in_one(game: Toy, state: Cell) -> int:
    return sum(a * b for a in state.row for b in state.row)


def nested_functions_returned(game: Toy, state: Cell) -> int:
    return adder(state.number)(1)


def adder(number: int):
    def add(other: int) -> int:
        return number + other

    return add


def floats_where_ints_are_usual(game: Toy, state: Cell) -> float:
    return doubled(state.share + 1.5)


def variables_of_two_types(game: Toy, state: Cell) -> int:
    item = state.number if state.flag else "none"
    if isinstance(item, str):
        return len(item * 2)
    return item * 2


def length_of_two_sides(game: Toy, state: Cell) -> float:
    return math.hypot(3.0, 4.0) + math.atan2(state.share, 2.0)
