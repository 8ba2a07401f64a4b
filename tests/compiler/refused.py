"""Functions that cannot be compiled, each with the reason, and below it a rewrite that can.

A comment above a line says why that line is refused and what to write instead. A rewrite has
the same name and `_rewritten` behind it. It gives what the function gives in Python. Where
Python raises an error as well, there may be no rewrite.
"""

# ruff: noqa: B016, B023, C400, C416, F821, SIM905, UP030, UP031, UP032

from __future__ import annotations

import collections
import copy
import functools
import itertools
import math
import operator
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import InitVar, astuple, dataclass, field, replace
from enum import Enum, IntEnum, IntFlag
from typing import Any, NamedTuple

import numpy

from outply.game import Bits, mixed
from tests.compiler.features import Cell, Colour, Inner, Toy
from tests.compiler.helpers import doubled

HERE = object()
WIDE = (1 << 81) - 1
MOST: Any = 3
ORDERED = [1, 2, 3]
SAME_ROWS = [ORDERED] * 2
COUNTS = {"one": 1}
CALLS = 0


class Odd(Enum):
    HERE = object()
    THERE = object()


class Label:
    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return other == self.number

    def doubled(self) -> int:
        return 2 * self.number


LABEL = Label(3)


class Even(Enum):
    HERE = 1
    THERE = 2


class Rights(IntFlag):
    SHORT = 1
    LONG = 2


SHORT, LONG = 1, 2


@dataclass(frozen=True)
class Frozen:
    x: int


@dataclass(frozen=True, eq=False)
class Apart:
    x: int


@dataclass(frozen=True, eq=False)
class Extended(Frozen):
    y: int


@dataclass(frozen=True)
class Checked:
    x: int
    most: InitVar[int]

    def __post_init__(self, most: int) -> None:
        assert self.x < most


@dataclass
class Chain:
    x: int
    rest: Chain | None = None


@dataclass
class OwnChain:
    x: int
    rest: OwnChain | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnChain) and self.x == other.x and self.rest == other.rest


@dataclass(frozen=True)
class Limited:
    x: int
    most: int

    def __post_init__(self) -> None:
        assert self.x < self.most


class Unchecked(NamedTuple):
    x: int


class Weight:
    def __init__(self, grams: int) -> None:
        self.grams = grams

    def __abs__(self) -> int:
        return abs(self.grams)

    def __index__(self) -> int:
        return self.grams

    def __iter__(self) -> Iterator[int]:
        return iter((self.grams, 1))

    def __iadd__(self, other: int) -> Weight:
        self.grams += other
        return self


class Countdown:
    def __init__(self, left: int) -> None:
        self.left = left

    def __iter__(self) -> Countdown:
        return self

    def __next__(self) -> int:
        if self.left <= 0:
            raise StopIteration
        self.left -= 1
        return self.left


class Score(IntEnum):
    LOW = 1
    HIGH = 2

    def __abs__(self) -> int:
        return 50


class Coin(Enum):
    HEADS = 1
    TAILS = 2

    def __index__(self) -> int:
        return 1


@dataclass(frozen=True, kw_only=True)
class Named:
    x: int
    y: int


@dataclass(frozen=True)
class Place:
    x: int

    def total(self) -> int:
        return self.x


@dataclass(frozen=True)
class Point(Place):
    y: int

    def total(self) -> int:
        # refused: super().__str__ is a method of Python's own; call a function of your own
        return 7 + 0 * len(super().__str__())

    def missing(self) -> int:
        # refused: no class above Point has missing
        return super().missing()


class Pile(list):
    pass


class Heap:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)


class Empty:
    x = 1


class Link:
    def __init__(self, value: int, behind: Link | None = None) -> None:
        self.value = value
        self.behind = behind

    def copy(self) -> Link:
        return Link(self.value, self.behind)


class Late:
    def __init__(self) -> None:
        self.number = 4

    def fill(self, number: int) -> None:
        self.items = [number]


class Early:
    def __init__(self) -> None:
        self.number = 4
        self.items: list[int] = []

    def fill(self, number: int) -> None:
        self.items = [number]


@dataclass(frozen=True)
class Filled:
    x: int
    y: int = field(init=False)


def added(*numbers: int) -> int:
    return sum(numbers)


MANY = [doubled] * 65
CHANGES = {"a": doubled}
DEFAULTS: dict[int, int] = collections.defaultdict(int, {1: 2})


class Tally:
    count = 0


class Counted:
    def __init__(self) -> None:
        self.count = 0


def twice(function: Any) -> Any:
    return lambda number: 2 * function(number)


def apply(function: Any, number: int) -> Any:
    return function(number)


def apply_generator(function: Any, number: int) -> Any:
    # refused: the generator numbers is stored or passed to a function; pass a list
    return function(number)


# -- statements ----------------------------------------------------------------------------------


def with_block(game: Toy, state: Cell) -> int:
    # refused: with cannot be compiled; write its lines without it
    with suppress(ValueError):
        return state.number
    return 0


def with_block_rewritten(game: Toy, state: Cell) -> int:
    return state.number


def class_in_a_function(game: Toy, state: Cell) -> int:
    # refused: a class in a function cannot be compiled; define it outside of the function
    class Inside(NamedTuple):
        x: int

    return Inside(state.number).x


def class_in_a_function_rewritten(game: Toy, state: Cell) -> int:
    return Unchecked(state.number).x


def _items_in_a_try(number):
    # refused: a yield in a try with finally cannot be compiled; write its lines behind the try
    try:
        yield number
    finally:
        number += 1
    yield number


def yield_in_a_try_with_finally(game: Toy, state: Cell) -> int:
    return sum(_items_in_a_try(state.number))


def yield_in_a_try_with_finally_rewritten(game: Toy, state: Cell) -> int:
    return sum(_items_without_a_try(state.number))


def _items_without_a_try(number):
    yield number
    number += 1
    yield number


def exception_group(game: Toy, state: Cell) -> int:
    # refused: except* cannot be compiled; use except
    try:
        return 10 // state.number
    except* ValueError:
        pass
    return 0


def exception_group_rewritten(game: Toy, state: Cell) -> int:
    try:
        return 10 // state.number
    except ValueError:
        pass
    return 0


def global_variable(game: Toy, state: Cell) -> int:
    # refused: a function changes a variable of its module; pass the value on in the state
    global CALLS
    # refused: CALLS is a variable of the module and cannot be changed
    CALLS = state.number + 1
    return CALLS


def global_variable_rewritten(game: Toy, state: Cell) -> int:
    return state._replace(number=state.number + 1).number


def changed_field(game: Toy, state: Cell) -> int:
    # refused: a field of an object is changed; make a new one: _replace(field=value)
    state.number = 4
    return state.number


def changed_field_rewritten(game: Toy, state: Cell) -> int:
    state = state._replace(number=4)
    return state.number


def changed_field_of_a_frozen_dataclass(game: Toy, state: Cell) -> int:
    made = Frozen(state.number)
    # refused: a field of an object is changed; make a new one: dataclasses.replace(it, field=value)
    made.x = 4  # type: ignore[misc]
    return made.x


def changed_field_of_a_frozen_dataclass_rewritten(game: Toy, state: Cell) -> int:
    made = Frozen(state.number)
    made = replace(made, x=4)
    return made.x


def compared_identity(game: Toy, state: Cell) -> int:
    one, other = Apart(state.number), Apart(4)
    # refused: whether two values of Apart are one object is not known; leave out eq=False
    return 1 if one == other else 0


def compared_identity_rewritten(game: Toy, state: Cell) -> int:
    one, other = [Frozen(state.number)], [Frozen(4)]
    return 1 if one is other else 0


def compared_by_fields_of_another_class(game: Toy, state: Cell) -> int:
    one, other = Extended(state.number, 1), Extended(state.number, 2)
    # refused: Extended is compared by the fields of another class; leave out eq=False
    return 1 if one == other else 0


def compared_by_fields_of_another_class_rewritten(game: Toy, state: Cell) -> int:
    one, other = Extended(state.number, 1), Extended(state.number, 2)
    return 1 if one.x == other.x else 0


def deleted_field(game: Toy, state: Cell) -> int:
    # refused: this cannot be deleted
    del state.number
    return 0


def decorated_inside(game: Toy, state: Cell) -> int:
    @twice
    # refused: a nested function with a decorator cannot be compiled; remove the decorator
    def square(number: int) -> int:
        return number * number

    return square(state.number)


def decorated_inside_rewritten(game: Toy, state: Cell) -> int:
    def square(number: int) -> int:
        return 2 * number * number

    return square(state.number)


def async_inside(game: Toy, state: Cell) -> int:
    # refused: async def cannot be compiled; use def
    async def wait() -> int:
        return 1

    return 0


def async_inside_rewritten(game: Toy, state: Cell) -> int:
    def wait() -> int:
        return 1

    return 0 * wait()


def slice_with_step_set(game: Toy, state: Cell) -> int:
    items = [0, 1, 2, 3]
    # refused: a slice with a step is set; write a loop
    items[::2] = [7, state.number]
    return items[2]


def slice_with_step_set_rewritten(game: Toy, state: Cell) -> int:
    items = [0, 1, 2, 3]
    for index, item in enumerate([7, state.number]):
        items[2 * index] = item
    return items[2]


def item_of_a_tuple_set(game: Toy, state: Cell) -> int:
    # refused: the items of a tuple cannot be set; make a list of it first: list(…)
    state.row[0] = 4
    return state.row[0]


def item_of_a_tuple_set_rewritten(game: Toy, state: Cell) -> int:
    row = list(state.row)
    row[0] = 4
    return row[0]


def with_default(first: int, second: int = 3) -> int:
    return 10 * first + second


def items_beside_a_keyword(game: Toy, state: Cell) -> int:
    items = list(range(1 + state.number % 2))[:1]
    # refused: * of a sequence whose length varies cannot be compiled beside a keyword for one of
    #   its arguments; hand over the sequence itself
    return with_default(*items, second=4)


def first_with_second(items: list[int]) -> int:
    return with_default(items[0], second=4)


def items_beside_a_keyword_rewritten(game: Toy, state: Cell) -> int:
    items = list(range(1 + state.number % 2))[:1]
    return first_with_second(items)


def with_default_and_rest(first: int, second: int = 3, *rest: int) -> int:
    return 10 * first + second + sum(rest)


def recursion_with_a_default(game: Toy, state: Cell) -> int:
    def fibonacci(n, known={}):  # noqa: B006
        if n not in known:
            # refused: the default of 'known' is not known where fibonacci() is called; give the
            #   argument in each call
            known[n] = n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
        return known[n]

    return fibonacci(state.number)


def recursion_with_a_default_rewritten(game: Toy, state: Cell) -> int:
    def fibonacci(n, known):
        if n not in known:
            known[n] = n if n < 2 else fibonacci(n - 1, known) + fibonacci(n - 2, known)
        return known[n]

    return fibonacci(state.number, {})


def items_for_defaults_and_rest(game: Toy, state: Cell) -> int:
    items = list(range(1 + state.number % 2))
    # refused: * of a sequence whose length varies cannot be compiled for a function with defaults
    #   and *; hand over the sequence itself
    return with_default_and_rest(*items)


def items_for_defaults_and_rest_rewritten(game: Toy, state: Cell) -> int:
    items = list(range(1 + state.number % 2))
    return 10 * items[0] + (items[1] if len(items) > 1 else 3) + sum(items[2:])


def items_of_several_types(game: Toy, state: Cell) -> int:
    pair = (1, 2) if state.number < 99 else None
    # refused: * of None | tuple[int, int] cannot be compiled; unpack it first, in each case
    return with_default(*pair)  # type: ignore[misc]


def items_of_several_types_rewritten(game: Toy, state: Cell) -> int:
    pair = (1, 2) if state.number < 99 else None
    assert pair is not None
    one, other = pair
    return with_default(one, other)


def item_of_a_tuple_deleted(game: Toy, state: Cell) -> int:
    # refused: the items of a tuple cannot be deleted; make a list of it first: list(…)
    del state.row[0]
    return state.row[0]


def item_of_a_tuple_deleted_rewritten(game: Toy, state: Cell) -> int:
    row = list(state.row)
    del row[0]
    return row[0]


def slice_of_a_tuple_set(game: Toy, state: Cell) -> int:
    # refused: a slice of tuple[int, int, int, … 4 items] cannot be set
    state.row[:2] = (4, 5)
    return state.row[0]


def module_list_changed(game: Toy, state: Cell) -> int:
    # refused: a constant list of the module is changed here; copy it first: list(…), dict(…) or
    #   set(…)
    ORDERED.sort()
    return ORDERED[0]


def module_list_changed_rewritten(game: Toy, state: Cell) -> int:
    ordered = list(ORDERED)
    ordered.sort()
    return ordered[0]


def deep_copy_of_rows_that_are_one(game: Toy, state: Cell) -> int:
    rows = copy.deepcopy(SAME_ROWS)
    # refused: a constant list of the module is changed here; copy it first: list(…), dict(…) or
    #   set(…)
    rows[0][0] = 5
    return rows[1][0]


def deep_copy_of_rows_that_are_one_rewritten(game: Toy, state: Cell) -> int:
    row = list(SAME_ROWS[0])
    rows = [row, row]
    rows[0][0] = 5
    return rows[1][0]


def module_dict_changed(game: Toy, state: Cell) -> int:
    # refused: a constant dict of the module is changed here; copy it first: list(…), dict(…) or
    #   set(…)
    COUNTS["one"] = 1
    return COUNTS["one"]


def module_dict_changed_rewritten(game: Toy, state: Cell) -> int:
    counts = dict(COUNTS)
    counts["one"] = 1
    return counts["one"]


def raised_number(game: Toy, state: Cell) -> int:
    if state.number == 99:
        # refused: expected an exception
        raise 3
    return 0


def raised_nothing(game: Toy, state: Cell) -> int:
    if state.number == 99:
        # refused: there is no exception to raise again
        raise
    return 0


def except_a_number(game: Toy, state: Cell) -> int:
    # refused: an exception belongs behind except
    try:
        return 1 // (state.number - 3)
    except MOST:
        return 0


def text_of_an_exception(game: Toy, state: Cell) -> int:
    try:
        if state.number:
            raise ValueError("no number")
    except ValueError as error:
        # refused: the text of an exception is not known; use a text of your own
        return len(str(error))
    return 0


def text_of_an_exception_rewritten(game: Toy, state: Cell) -> int:
    try:
        if state.number:
            raise ValueError("no number")
    except ValueError:
        return len("no number")
    return 0


def rest_of_a_mapping_pattern(game: Toy, state: Cell) -> int:
    # refused: ** in a pattern cannot be compiled; use the dict itself
    match {"number": state.number, "other": 3}:
        case {"number": 3, **rest}:
            return len(rest)
    return 0


def rest_of_a_mapping_pattern_rewritten(game: Toy, state: Cell) -> int:
    found = {"number": state.number, "other": 3}
    match found:
        case {"number": 3}:
            return len(found) - 1
    return 0


def class_of_one_of_several(game: Toy, state: Cell) -> int:
    value = "three" if state.number else 3
    # refused: type() of int | str cannot be compiled here; compare it with a class: type(x) is int
    return len(type(value).__name__)


def class_of_one_of_several_rewritten(game: Toy, state: Cell) -> int:
    value = "three" if state.number else 3
    return len("int") if type(value) is int else len("str")


def pattern_of_no_class(game: Toy, state: Cell) -> int:
    # refused: expected a class
    match state.number:
        case MOST():
            return 1
    return 0


# -- names, attributes, constants ----------------------------------------------------------------


def unknown_name(game: Toy, state: Cell) -> int:
    # refused: nothing_here is not defined
    return nothing_here + state.number


def missing_attribute(game: Toy, state: Cell) -> int:
    # refused: 'Toy' object has no attribute 'nothing_here'
    return game.nothing_here


def missing_field(game: Toy, state: Cell) -> int:
    # refused: Cell has no attribute 'missing' that can be compiled
    return state.missing


def method_of_a_number(game: Toy, state: Cell) -> int:
    # refused: int has no attribute 'conjugate' that can be compiled
    return state.number.conjugate()


def attribute_of_a_method(game: Toy, state: Cell) -> str:
    items = [state.number]
    # refused: a function has no attribute '__name__' that can be compiled
    return items.append.__name__


def bytes_constant(game: Toy, state: Cell) -> int:
    # refused: bytes cannot be compiled; use a str or a tuple of numbers
    return len(b"ab") + state.number


def bytes_constant_rewritten(game: Toy, state: Cell) -> int:
    return len("ab") + state.number


def complex_constant(game: Toy, state: Cell) -> float:
    # refused: complex numbers cannot be compiled; use two floats
    return (1j * state.number).imag


def complex_constant_rewritten(game: Toy, state: Cell) -> float:
    real, imaginary = 0.0, 1.0
    return imaginary * state.number + 0 * real


def ellipsis_constant(game: Toy, state: Cell) -> int:
    # refused: ... is no value in compiled code; use None
    found = ...
    # refused: ... is no value in compiled code; use None
    return 1 if found is ... else state.number


def ellipsis_constant_rewritten(game: Toy, state: Cell) -> int:
    found = None
    return 1 if found is None else state.number


# refused: an_object returns something that only Python knows
def an_object(game: Toy, state: Cell) -> Any:
    return HERE


# refused: a_function returns something that only Python knows
def a_function(game: Toy, state: Cell) -> Any:
    return doubled


def enum_of_objects(game: Toy, state: Cell) -> bool:
    member = Odd.HERE if state.flag else Odd.THERE
    # refused: the values of Odd are objects; give its members numbers, texts or tuples as values
    return member.value is None


def enum_of_objects_rewritten(game: Toy, state: Cell) -> bool:
    member = Even.HERE if state.flag else Even.THERE
    return member.value is None


def wide_constant(game: Toy, state: Cell) -> Bits:
    # refused: this mask has more than 64 bits; mask with (1 << 64) - 1
    return state.bits & WIDE


def wide_constant_rewritten(game: Toy, state: Cell) -> Bits:
    return state.bits & ((1 << 64) - 1)


def class_of_a_list(game: Toy, state: Cell) -> int:
    # refused: Pile is derived from list; write a class of its own that keeps a list
    return len(Pile([state.number]))


def class_of_a_list_rewritten(game: Toy, state: Cell) -> int:
    return len(Heap([state.number]))


def class_without_arguments(game: Toy, state: Cell) -> int:
    # refused: Empty() takes no arguments
    return Empty(state.number).x


def dataclass_with_more_to_check(game: Toy, state: Cell) -> int:
    # refused: __post_init__ of Checked takes more than the object; keep what it takes in a field
    return Checked(state.number, 100).x


def dataclass_with_more_to_check_rewritten(game: Toy, state: Cell) -> int:
    return Limited(state.number, 100).x


def field_set_from_outside(game: Toy, state: Cell) -> int:
    place = Place(state.number)
    # refused: object.__setattr__ sets fields of a new dataclass only, in its __post_init__; make a
    #   new one: replace(state, field=value)
    object.__setattr__(place, "x", 4)
    return place.x


def field_set_from_outside_rewritten(game: Toy, state: Cell) -> int:
    place = Place(state.number)
    place = replace(place, x=4)
    return place.x


def method_of_python_above(game: Toy, state: Cell) -> int:
    return Point(state.number, 2).total()


def method_of_python_above_rewritten(game: Toy, state: Cell) -> int:
    return 7


def nothing_above(game: Toy, state: Cell) -> int:
    return Point(state.number, 2).missing()


def attribute_of_class_and_object(game: Toy, state: Cell) -> int:
    counter = Tally()
    if state.flag:
        counter.count = 5
    # refused: count is set in Tally, and in some of its objects; set it in __init__
    return counter.count


def attribute_of_class_and_object_rewritten(game: Toy, state: Cell) -> int:
    counter = Counted()
    if state.flag:
        counter.count = 5
    return counter.count


def item_of_the_game(game: Toy, state: Cell) -> int:
    # refused: Toy has no items that can be compiled
    return game[0]


# -- operators -----------------------------------------------------------------------------------


def identity(game: Toy, state: Cell) -> bool:
    row = state.row
    # refused: `is` compares objects, not their values; use == instead
    return row is state.row


def identity_rewritten(game: Toy, state: Cell) -> bool:
    row = state.row
    return row == state.row


def number_in_text(game: Toy, state: Cell) -> bool:
    # refused: a str is in a str, not an int
    return state.number in f"{state.number}"


def float_in_a_range(game: Toy, state: Cell) -> bool:
    # refused: a range holds ints, not a float
    return state.share in range(state.number)


def float_in_a_range_rewritten(game: Toy, state: Cell) -> bool:
    return int(state.share) == state.share and int(state.share) in range(state.number)


def text_of_a_float(game: Toy, state: Cell) -> int:
    # refused: the text of float cannot be compiled; give the digits: {number:.2f}
    return len(str(state.share + 1))


def text_of_a_float_rewritten(game: Toy, state: Cell) -> int:
    return len(f"{int(state.share + 1)}.{int((state.share + 1) * 10) % 10}")


def sum_of_sets(game: Toy, state: Cell) -> int:
    # refused: this operator does not work on sets
    return len({state.number} + {1})


def matrix_product(game: Toy, state: Cell) -> int:
    # refused: MatMult is not an operator on numbers
    return state.number @ 3


def inverted_float(game: Toy, state: Cell) -> int:
    # refused: ~ takes a whole number, not a float
    return ~state.share


def bits_of_a_float(game: Toy, state: Cell) -> int:
    # refused: a bitwise operator takes whole numbers, not a float
    return state.share & 1


def shifted_float(game: Toy, state: Cell) -> int:
    # refused: a shift takes whole numbers, not a float
    return state.share << 1


def shifted_backwards(game: Toy, state: Cell) -> int:
    # refused: negative shift count
    return state.number << -1


def list_or_dict(game: Toy, state: Cell) -> int:
    items = [state.number] if state.flag else {1: 2}
    # refused: a loop does not work on a dict[int, int] | list[int]; test with isinstance(…) first
    return sum(item for item in items)


def list_or_dict_rewritten(game: Toy, state: Cell) -> int:
    items = [state.number] if state.flag else {1: 2}
    if isinstance(items, list):
        return sum(item for item in items)
    return sum(item for item in items)


def generator_or_number(game: Toy, state: Cell) -> int:
    # refused: iterator of int and int meet in one variable; use two variables
    item = iter(state.row) if state.flag else state.number
    return 1 if state.flag else item


def generator_or_number_rewritten(game: Toy, state: Cell) -> int:
    return 1 if state.flag else state.number


def float_as_index(game: Toy, state: Cell) -> int:
    # refused: an index is a whole number, not a float; use // or int(…)
    return state.row[state.number / 3]


def float_as_index_rewritten(game: Toy, state: Cell) -> int:
    return state.row[state.number // 3]


def slice_without_step(game: Toy, state: Cell) -> int:
    # refused: slice step cannot be zero
    return state.row[::0][0]


# -- calls ---------------------------------------------------------------------------------------


def unknown_function(game: Toy, state: Cell) -> float:
    # refused: fsum is not a function that can be compiled; write a function that does it
    return math.fsum(state.row)


def unknown_function_rewritten(game: Toy, state: Cell) -> float:
    return float(sum(state.row))


def evaluated_text(game: Toy, state: Cell) -> int:
    # refused: eval is not a function that can be compiled; write what it evaluates into the
    #   function
    return eval("state.number")


def evaluated_text_rewritten(game: Toy, state: Cell) -> int:
    return state.number


def too_many_arguments(game: Toy, state: Cell) -> int:
    # refused: weight() takes 2 arguments, not 3: too many
    return game.weight(1, 2)


def too_few_arguments(game: Toy, state: Cell) -> int:
    # refused: weight() misses its argument 'number'
    return game.weight()


def unknown_argument(game: Toy, state: Cell) -> int:
    # refused: weight() has no parameter 'other' to give here
    return game.weight(number=1, other=2)


def spread_dict(game: Toy, state: Cell) -> int:
    # refused: ** in a call cannot be compiled; name each argument
    return game.with_default(**{"number": state.number})


def spread_dict_rewritten(game: Toy, state: Cell) -> int:
    return game.with_default(number=state.number)


def any_keywords(game: Toy, state: Cell) -> int:
    # refused: a compiled function cannot take **keywords; name each parameter
    return with_keywords(plus=state.number)


def with_keywords(**named: int) -> int:
    return named["plus"]


def any_keywords_rewritten(game: Toy, state: Cell) -> int:
    return with_a_keyword(plus=state.number)


def with_a_keyword(plus: int = 0) -> int:
    return plus


def lambdas_of_the_turns_of_a_loop(game: Toy, state: Cell) -> int:
    functions = []
    for item in state.row:
        # refused: a function is stored that uses a variable of a loop, which changes with each
        #   turn; give the value as a default: lambda x=x: …
        functions.append(lambda: item)  # noqa: PERF401
    return len(functions)


def lambdas_of_the_turns_of_a_loop_rewritten(game: Toy, state: Cell) -> int:
    functions = []
    for item in state.row:
        functions.append(lambda item=item: item)  # noqa: PERF401
    return len(functions)


def lambda_with_a_changing_variable(game: Toy, state: Cell) -> int:
    total = 0
    for item in state.row:
        # refused: lambda is stored or passed to a function, and a variable around it changes;
        #   give the value as a default: lambda x, y=y: …
        total = apply(lambda n: n + total, item)
    return total


def lambda_with_a_changing_variable_rewritten(game: Toy, state: Cell) -> int:
    total = 0
    for item in state.row:
        total = apply(lambda n, total=total: n + total, item)
    return total


def recursion_that_sets_a_variable(game: Toy, state: Cell) -> int:
    steps = 0

    def walk(left: int) -> None:
        nonlocal steps
        steps += 1
        if left == 0:
            raise ValueError
        walk(left - 1)

    with_error = 0
    try:
        # refused: walk sets a variable of the function around it and calls itself in a try; return
        #   the new value, or keep it in a list of one item
        walk(state.number)
    except ValueError:
        with_error = 1
    return steps + with_error


def recursion_that_sets_a_variable_rewritten(game: Toy, state: Cell) -> int:
    steps = [0]

    def walk(left: int) -> None:
        steps[0] += 1
        if left == 0:
            raise ValueError
        walk(left - 1)

    with_error = 0
    try:
        walk(state.number)
    except ValueError:
        with_error = 1
    return steps[0] + with_error


def recursion_that_sets_a_variable_first(game: Toy, state: Cell) -> int:
    last: int

    def walk(left: int) -> None:
        nonlocal last
        last = left
        if left > 0:
            walk(left - 1)

    # refused: walk is called before a variable that it sets has a value; set the variable first
    walk(state.number)
    return last


def recursion_that_sets_a_variable_first_rewritten(game: Toy, state: Cell) -> int:
    last = 0

    def walk(left: int) -> None:
        nonlocal last
        last = left
        if left > 0:
            walk(left - 1)

    walk(state.number)
    return last


def generator_handed_on(game: Toy, state: Cell) -> int:
    def numbers(count: int) -> Iterator[int]:
        yield from range(count)

    return sum(apply_generator(numbers, state.number))


def generator_handed_on_rewritten(game: Toy, state: Cell) -> int:
    def numbers(count: int) -> list[int]:
        return list(range(count))

    return sum(apply(numbers, state.number))


def yield_as_a_value(game: Toy, state: Cell) -> int:
    return sum(waiting(state.number))


def waiting(number: int) -> Iterator[int]:
    # refused: yield cannot be compiled; use yield as a statement of its own
    got = yield number
    yield 1 if got is None else 2


def yield_as_a_value_rewritten(game: Toy, state: Cell) -> int:
    return sum(not_waiting(state.number))


def not_waiting(number: int) -> Iterator[int]:
    yield number
    yield 1


# -- builtin functions and methods ---------------------------------------------------------------


def loop_over_a_set(game: Toy, state: Cell) -> int:
    # refused: the order of a set differs from one Python process to the next; use sorted(…)
    for item in {state.number, 2}:
        return item * 0
    return 0


def loop_over_a_set_rewritten(game: Toy, state: Cell) -> int:
    for item in sorted({state.number, 2}):
        return item * 0
    return 0


def set_sorted_by_a_part(game: Toy, state: Cell) -> list[int]:
    # refused: items of a set with equal keys are in no fixed order; use sorted(sorted(…), key=…)
    return sorted({state.number % 7, 1, 2}, key=lambda item: item % 2)


def set_sorted_by_a_part_rewritten(game: Toy, state: Cell) -> list[int]:
    return sorted(sorted({state.number % 7, 1, 2}), key=lambda item: item % 2)


def sorted_sets(game: Toy, state: Cell) -> int:
    # refused: a set of sets has no order; use key=lambda it: sorted(it)
    return len(sorted({frozenset(state.row), frozenset({state.number})}))


def sorted_sets_rewritten(game: Toy, state: Cell) -> int:
    found = {frozenset(state.row), frozenset({state.number})}
    return len(sorted(found, key=lambda it: sorted(it)))


def popped_from_a_set(game: Toy, state: Cell) -> int:
    items = {state.number}
    # refused: a set gives its items in no fixed order; use min(…) and remove it
    return items.pop()


def popped_from_a_set_rewritten(game: Toy, state: Cell) -> int:
    items = {state.number}
    least = min(items)
    items.remove(least)
    return least


def joined_set(game: Toy, state: Cell) -> str:
    # refused: the order of a set is not fixed; join sorted(…)
    return "".join({"a"})


def joined_set_rewritten(game: Toy, state: Cell) -> str:
    return "".join(sorted({"a"}))


def joined_numbers(game: Toy, state: Cell) -> str:
    # refused: join() takes str, not int; use str(…)
    return " ".join([state.number, 1])


def joined_numbers_rewritten(game: Toy, state: Cell) -> str:
    return " ".join([str(state.number), str(1)])


def fields_as_a_dict(game: Toy, state: Cell) -> int:
    # refused: _asdict() cannot be compiled; use the fields
    return state._asdict()["number"]


def fields_as_a_dict_rewritten(game: Toy, state: Cell) -> int:
    return state.number


def made_of_a_sequence(game: Toy, state: Cell) -> int:
    # refused: _make takes a tuple of a fixed length; call the class: Name(*items)
    return Inner._make([state.number, 2]).x


def made_of_a_sequence_rewritten(game: Toy, state: Cell) -> int:
    return Inner(state.number, 2.0).x


def unknown_field(game: Toy, state: Cell) -> int:
    # refused: Cell has no field 'missing'
    return state._replace(missing=1).number


def missing_field_of_a_new_state(game: Toy, state: Cell) -> int:
    # refused: Inner takes x, y; y is missing
    return Inner(1).x


def too_many_fields(game: Toy, state: Cell) -> int:
    # refused: Inner takes x, y
    return Inner(1, 2.0, 3).x


def float_of_text(game: Toy, state: Cell) -> float:
    # refused: float() of a str cannot be compiled; use int(…), and divide
    return float(f"{state.number}.5")


def float_of_text_rewritten(game: Toy, state: Cell) -> float:
    return int(f"{state.number}5") / 10


def reversed_generator(game: Toy, state: Cell) -> int:
    # refused: reversed() takes a sequence; use reversed(list(…))
    return next(reversed(n for n in state.row))


def reversed_generator_rewritten(game: Toy, state: Cell) -> int:
    return next(reversed(list(n for n in state.row)))


def next_of_a_list(game: Toy, state: Cell) -> int:
    # refused: next() takes an iterator; use iter(…)
    return next([state.number])


def next_of_a_list_rewritten(game: Toy, state: Cell) -> int:
    return next(iter([state.number]))


def slice_of_an_iterator(game: Toy, state: Cell) -> int:
    # refused: islice() takes an iterable and one to three numbers
    return sum(itertools.islice(state.row, 0, 1, 1, 1))


def range_of_four(game: Toy, state: Cell) -> int:
    # refused: range() takes one to three arguments
    return len(range(1, 2, 3, 4))


def code_of_a_number(game: Toy, state: Cell) -> int:
    # refused: ord() takes a str
    return ord(state.number)


def member_of_two_values(game: Toy, state: Cell) -> int:
    # refused: Colour(…) takes one value
    return Colour(0, 1)


def loop_over_a_class(game: Toy, state: Cell) -> int:
    # refused: Inner cannot be looped over
    return sum(1 for _ in Inner)


def instance_of_a_number(game: Toy, state: Cell) -> bool:
    # refused: isinstance takes a class or a tuple of classes
    return isinstance(state.number, MOST)


def hash_of_text(game: Toy, state: Cell) -> bool:
    # refused: hash() of str cannot be compiled; use game.key
    return hash(f"{state.number}") == hash(f"{state.number}")


def hash_of_text_rewritten(game: Toy, state: Cell) -> bool:
    return game.key(state) == game.key(state)


def absolute_of_two(game: Toy, state: Cell) -> int:
    # refused: abs() does not take these arguments here: too many positional arguments
    return abs(state.number, 1)


def found_between(game: Toy, state: Cell) -> int:
    # refused: find() does not take these arguments here: too many positional arguments
    return "abcabc".find("a", 1, 3, 4)


def found_nothing(game: Toy, state: Cell) -> int:
    # refused: replace() misses its argument 'new'
    return "abc".replace("a")


# -- text ----------------------------------------------------------------------------------------


def format_with_two_numbers(game: Toy, state: Cell) -> str:
    # refused: the format '{…}.{…}f' cannot be compiled; use a width, such as {number:>3} or
    #   {number:03d}
    return f"{state.share:{state.number}.{state.number}f}"


def format_with_two_numbers_rewritten(game: Toy, state: Cell) -> str:
    text = f"{state.share:.3f}" if state.number == 3 else f"{state.share:.{2 // 2}f}"
    return text if state.number != 2 else f"{state.share:.2f}"


def format_of_a_member(game: Toy, state: Cell) -> str:
    # refused: a format of Colour cannot be compiled; use its value: {member.value}
    return f"{Colour(0 if state.flag else 1):>5}"


def format_of_a_member_rewritten(game: Toy, state: Cell) -> str:
    return f"{Colour(0 if state.flag else 1).value:>5}"


def format_of_small_floats(game: Toy, state: Cell) -> str:
    # refused: the format e of float cannot be compiled; give the digits: {number:.2f}
    return f"{state.share:.1e}"


def format_of_small_floats_rewritten(game: Toy, state: Cell) -> str:
    share = state.share
    return f"{share:.1f}e+00" if abs(share) >= 1 else f"{10 * share:.1f}e-01"


def format_with_zeros_and_commas(game: Toy, state: Cell) -> str:
    # refused: zeros in front of grouped digits cannot be compiled; use a width, such as {number:>3}
    #   or {number:03d}
    return f"{state.number:03,d}"


def format_with_zeros_and_commas_rewritten(game: Toy, state: Cell) -> str:
    return f"{state.number:03d}"


def format_of_a_float_with_commas(game: Toy, state: Cell) -> str:
    # refused: this format of a float cannot be compiled; use {number:.2f}
    return f"{state.share:,.2f}"


def format_of_a_float_with_commas_rewritten(game: Toy, state: Cell) -> str:
    return f"{state.share:.2f}"


def text_in_ascii(game: Toy, state: Cell) -> str:
    # refused: !a cannot be compiled; use !r
    return f"{'x'!a}{state.number}"


def text_in_ascii_rewritten(game: Toy, state: Cell) -> str:
    return f"{'x'!r}{state.number}"


def template_with_a_field(game: Toy, state: Cell) -> str:
    # refused: {0.number} in a text cannot be compiled; use an f-string
    return "{0.number}!".format(state)


def template_with_a_field_rewritten(game: Toy, state: Cell) -> str:
    return f"{state.number}!"


def template_that_varies(game: Toy, state: Cell) -> str:
    template = "{}!" if state.flag else "{}?"
    # refused: format() of a text that varies cannot be compiled; use an f-string
    return template.format(state.number)


def template_that_varies_rewritten(game: Toy, state: Cell) -> str:
    return f"{state.number}!" if state.flag else f"{state.number}?"


def percent_of_a_text_that_varies(game: Toy, state: Cell) -> str:
    template = "%d!" if state.flag else "%d?"
    # refused: % of a text that varies cannot be compiled; use an f-string
    return template % state.number


def percent_of_a_text_that_varies_rewritten(game: Toy, state: Cell) -> str:
    return f"{state.number}!" if state.flag else f"{state.number}?"


def percent_with_a_name(game: Toy, state: Cell) -> str:
    # refused: this % of a text cannot be compiled; use an f-string
    return "%(n)s" % {"n": state.number}


def percent_with_a_name_rewritten(game: Toy, state: Cell) -> str:
    return f"{state.number}"


def format_that_varies(game: Toy, state: Cell) -> str:
    how = "d" if state.flag else "b"
    # refused: format() takes a format that is written there; use an f-string
    return format(state.number, how)


def format_that_varies_rewritten(game: Toy, state: Cell) -> str:
    return f"{state.number:d}" if state.flag else f"{state.number:b}"


def translation_that_varies(game: Toy, state: Cell) -> str:
    # refused: maketrans() takes what is written there; use replace()
    return "aXa".translate(str.maketrans("X", str(state.number)))


def translation_that_varies_rewritten(game: Toy, state: Cell) -> str:
    return "aXa".replace("X", str(state.number))


def translation_by_a_dict(game: Toy, state: Cell) -> str:
    # refused: translate() takes a table of the module; use str.maketrans(…)
    return "aXa".translate({88: "b"} if state.flag else {88: "c"})


def translation_by_a_dict_rewritten(game: Toy, state: Cell) -> str:
    one, other = str.maketrans("X", "b"), str.maketrans("X", "c")
    return "aXa".translate(one) if state.flag else "aXa".translate(other)


def words_up_to_a_number(game: Toy, state: Cell) -> int:
    # refused: split() at blanks takes no maxsplit here; give the separator
    return len("a b c".split(None, 1)) + state.number


def words_up_to_a_number_rewritten(game: Toy, state: Cell) -> int:
    return len(["a", "b c"]) + state.number


# -- collections ---------------------------------------------------------------------------------


def default_dict_of_the_module(game: Toy, state: Cell) -> int:
    # refused: reading a missing key changes a defaultdict of the module; use .get(key, default)
    return DEFAULTS[state.number]


def default_dict_of_the_module_rewritten(game: Toy, state: Cell) -> int:
    return DEFAULTS.get(state.number, 0)


def default_dict_of_a_number(game: Toy, state: Cell) -> int:
    # refused: defaultdict() takes a function here
    return collections.defaultdict(state.number)[1]


def counted_set(game: Toy, state: Cell) -> int:
    # refused: the order of a set is not fixed; count sorted(…)
    return collections.Counter({state.number, 1})[1]


def counted_set_rewritten(game: Toy, state: Cell) -> int:
    return collections.Counter(sorted({state.number, 1}))[1]


def subtracted_items(game: Toy, state: Cell) -> int:
    counts = collections.Counter(state.row)
    # refused: subtract() takes a Counter here; use subtract(Counter(…))
    counts.subtract([1, 2])
    return counts[1]


def subtracted_items_rewritten(game: Toy, state: Cell) -> int:
    counts = collections.Counter(state.row)
    counts.subtract(collections.Counter([1, 2]))
    return counts[1]


def deque_of_a_length(game: Toy, state: Cell) -> int:
    # refused: a deque with maxlen cannot be compiled; use popleft() when it is full
    last = collections.deque(state.row, maxlen=2)
    return last[0]


def deque_of_a_length_rewritten(game: Toy, state: Cell) -> int:
    last = collections.deque(state.row)
    while len(last) > 2:
        last.popleft()
    return last[0]


def sum_of_deques(game: Toy, state: Cell) -> int:
    one, other = collections.deque(state.row), collections.deque([1])
    # refused: + of a deque cannot be compiled; use extend
    return len(one + other)


def sum_of_deques_rewritten(game: Toy, state: Cell) -> int:
    one, other = collections.deque(state.row), collections.deque([1])
    one.extend(other)
    return len(one)


def repeated_deque(game: Toy, state: Cell) -> int:
    one = collections.deque(state.row)
    # refused: * of a deque cannot be compiled; use a list
    return len(one * 2)


def repeated_deque_rewritten(game: Toy, state: Cell) -> int:
    return len(list(state.row) * 2)


def deep_copy_of_an_iterator(game: Toy, state: Cell) -> int:
    items = iter(state.row)
    # refused: deepcopy() of iterator of int cannot be compiled; copy its items one by one
    return next(copy.deepcopy(items))


def deep_copy_of_an_iterator_rewritten(game: Toy, state: Cell) -> int:
    items = list(state.row)
    return next(iter([item for item in items]))


def deep_copy_of_links(game: Toy, state: Cell) -> int:
    chain = Link(1, Link(state.number))
    # refused: deepcopy() of Link, which refers to itself, cannot be compiled; write a method that
    #   copies it
    other = copy.deepcopy(chain)
    return other.value


def deep_copy_of_links_rewritten(game: Toy, state: Cell) -> int:
    chain = Link(1, Link(state.number))
    return chain.copy().value


def copy_of_an_object(game: Toy, state: Cell) -> int:
    made = Late()
    if state.flag:
        made.fill(state.number)
    # refused: items may not be set in Late; set it in __init__
    return copy.deepcopy(made).number


def copy_of_an_object_rewritten(game: Toy, state: Cell) -> int:
    made = Early()
    if state.flag:
        made.fill(state.number)
    return copy.deepcopy(made).number


# -- calls with * and functions as values --------------------------------------------------------


def spread_set(game: Toy, state: Cell) -> int:
    # refused: * of a set gives its items in no fixed order; use *sorted(…)
    return added(*{state.number, 7})


def spread_set_rewritten(game: Toy, state: Cell) -> int:
    return added(*sorted({state.number, 7}))


def spread_first(game: Toy, state: Cell) -> int:
    items = [state.number]
    # refused: * of a sequence whose length varies is not the last argument; hand over the sequence
    #   itself
    return added(*items, 7)


def spread_first_rewritten(game: Toy, state: Cell) -> int:
    items = [state.number]
    return sum([*items, 7])


def spread_to_a_builtin(game: Toy, state: Cell) -> int:
    items = [state.number]
    # refused: * of a sequence whose length varies cannot be compiled here; loop over its items
    return len(set().union(*[items, [9]]))


def spread_to_a_builtin_rewritten(game: Toy, state: Cell) -> int:
    found = set()
    for items in ([state.number], [9]):
        found = found.union(items)
    return len(found)


def getter_of_a_variable(game: Toy, state: Cell) -> int:
    # refused: itemgetter() of a variable cannot be compiled; use a lambda
    get = operator.itemgetter(state.number % 4)
    return get(state.row)


def getter_of_a_variable_rewritten(game: Toy, state: Cell) -> int:
    get = lambda row: row[state.number % 4]  # noqa: E731
    return get(state.row)


def one_of_many_functions(game: Toy, state: Cell) -> int:
    # refused: one of 65 functions or objects is chosen; use if and elif
    return MANY[state.number](1)


def one_of_many_functions_rewritten(game: Toy, state: Cell) -> int:
    if state.number < 65:
        return doubled(1)
    raise IndexError


def popped_function(game: Toy, state: Cell) -> int:
    # refused: copy() of a dict of functions cannot be compiled; use [key] or .items()
    return CHANGES.copy()["a"](state.number)


def popped_function_rewritten(game: Toy, state: Cell) -> int:
    return CHANGES["a"](state.number)


def field_without_a_value(game: Toy, state: Cell) -> int:
    # refused: Filled is made without a value for y; give that field a default
    return Filled(state.number).x


def field_without_a_value_rewritten(game: Toy, state: Cell) -> int:
    return Inner(state.number, 0.0).x


def rounded_to_a_variable(game: Toy, state: Cell) -> int:
    # refused: round() to tens cannot be compiled here; divide first: round(x / 10)
    return round(1234, -state.number)


def rounded_to_a_variable_rewritten(game: Toy, state: Cell) -> int:
    ten = 10**state.number
    return round(1234 / ten) * ten


def product_of_several_repeated(game: Toy, state: Cell) -> int:
    # refused: product() of several, repeated, cannot be compiled; write loops
    return sum(1 for _ in itertools.product((0, 1), (2, 3), repeat=state.number))


def product_of_several_repeated_rewritten(game: Toy, state: Cell) -> int:
    pairs = [(a, b) for a in (0, 1) for b in (2, 3)]
    return sum(1 for _ in itertools.product(pairs, repeat=state.number))


def dict_of_a_tuple(game: Toy, state: Cell) -> int:
    # refused: expected a dict, found tuple[int, int, int, … 4 items]
    return len({**state.row})


def root_of_two(game: Toy, state: Cell) -> int:
    # refused: isqrt() takes 1 arguments here
    return math.isqrt(state.number, 2)


def upper_of_one(game: Toy, state: Cell) -> str:
    # refused: upper() takes fewer arguments here
    return "a".upper(state.number)


def generator_kept(game: Toy, state: Cell) -> int:
    factor = state.number
    # refused: a generator is stored or passed to a function, and factor may change before it is
    #   used; use list(…)
    numbers = (factor * n for n in state.row)
    factor = 100
    return sum(numbers) + 0 * factor


def generator_kept_rewritten(game: Toy, state: Cell) -> int:
    numbers = [100 * n for n in state.row]
    return sum(numbers)


def list_changed_under_its_iterator(game: Toy, state: Cell) -> int:
    numbers = list(state.row)
    # refused: iter(numbers) is stored or passed to a function, and numbers may change before it
    #   is used; use list(…)
    each = iter(numbers)
    numbers.append(state.number)
    return sum(each)


def list_changed_under_its_iterator_rewritten(game: Toy, state: Cell) -> int:
    numbers = list(state.row)
    numbers.append(state.number)
    each = iter(numbers)
    return sum(each)


def dict_changed_under_its_view(game: Toy, state: Cell) -> int:
    counts = dict.fromkeys(state.row, 1)
    # refused: counts.values() is stored or passed to a function, and counts may change before it
    #   is used; use list(…)
    values = counts.values()
    counts[state.number] = 5
    return sum(values)


def dict_changed_under_its_view_rewritten(game: Toy, state: Cell) -> int:
    counts = dict.fromkeys(state.row, 1)
    counts[state.number] = 5
    return sum(counts.values())


def _numbers_over(numbers: list[int], least: int) -> Iterator[int]:
    return (number for number in numbers if number > least)


def list_changed_while_a_function_reads_it(game: Toy, state: Cell) -> int:
    numbers, total = list(state.row), 0
    # refused: _numbers_over(numbers, 0) is stored or passed to a function, and numbers may
    #   change before it is used; use list(…)
    for number in _numbers_over(numbers, 0):
        total += number
        if len(numbers) < 9:
            numbers.append(number)
    return total


def list_changed_while_a_function_reads_it_rewritten(game: Toy, state: Cell) -> int:
    numbers, total = list(state.row), 0
    index = 0
    while index < len(numbers):
        if numbers[index] > 0:
            total += numbers[index]
            if len(numbers) < 9:
                numbers.append(numbers[index])
        index += 1
    return total


def generator_in_a_list(game: Toy, state: Cell) -> int:
    factor = state.number
    # refused: a generator is stored or passed to a function, and factor may change before it is
    #   used; use list(…)
    kept = [(factor * n for n in state.row)]
    factor = 100
    return sum(kept[0]) + 0 * factor


def generator_in_a_list_rewritten(game: Toy, state: Cell) -> int:
    kept = [[100 * n for n in state.row]]
    return sum(kept[0])


def generator_that_changes_what_it_reads(game: Toy, state: Cell) -> int:
    stack = list(state.row)
    # refused: a generator is stored or passed to a function, and stack may change before it is
    #   used; use list(…)
    taken = (stack.pop() for _ in range(2))
    return next(taken, 0) + len(stack)


def generator_that_changes_what_it_reads_rewritten(game: Toy, state: Cell) -> int:
    stack = list(state.row)
    taken = stack.pop() if stack else 0
    return taken + len(stack)


def float_for_a_count(game: Toy, state: Cell) -> int:
    # refused: expected a whole number, found a float; use int(…)
    return len(list(range(state.share)))


def float_for_a_count_rewritten(game: Toy, state: Cell) -> int:
    return len(list(range(int(state.share))))


def async_generator(game: Toy, state: Cell) -> int:
    # refused: async for cannot be compiled; use for
    numbers = (n async for n in state.row)
    return 0 if numbers is None else 1


def async_generator_rewritten(game: Toy, state: Cell) -> int:
    numbers = [n for n in state.row]
    return 0 if numbers is None else 1


def loop_over_an_object(game: Toy, state: Cell) -> int:
    # refused: a Place has no items here; make a tuple or list of it first
    return sum(Place(state.number))


def loop_over_an_object_rewritten(game: Toy, state: Cell) -> int:
    return sum((Place(state.number).x,))


def key_of_a_list(game: Toy, state: Cell) -> Bits:
    # refused: a list[int] has no key; define `key`, or make the state of numbers
    return mixed((state.number, [1]))


def key_of_a_list_rewritten(game: Toy, state: Cell) -> Bits:
    return mixed((state.number, (1,)))


def generator_of_the_turn_before(game: Toy, state: Cell) -> int:
    total = 0
    items = (x for x in state.row)
    for factor in range(3):
        total += sum(items)
        # refused: a generator is stored or passed to a function, and factor may change before it
        #   is used; use list(…)
        items = (factor * x for x in state.row)
    return total


def generator_of_the_turn_before_rewritten(game: Toy, state: Cell) -> int:
    total = 0
    items = [x for x in state.row]
    for factor in range(3):
        total += sum(items)
        items = [(factor + 1) * x for x in state.row]
    return total


def generator_of_an_earlier_turn(game: Toy, state: Cell) -> int:
    total = 0
    for factor in range(3):
        if factor % 2 == 0:
            # refused: a generator is stored or passed to a function, and factor may change
            #   before it is used; use list(…)
            items = (factor * x for x in state.row)
        total += next(items, 0)
    return total


def generator_of_an_earlier_turn_rewritten(game: Toy, state: Cell) -> int:
    total = 0
    items = [x for x in state.row]
    for factor in range(3):
        if factor % 2 == 0:
            items = [x for x in state.row]
        if items:
            total += factor * items.pop(0)
    return total


def members_of_a_flag(game: Toy, state: Cell) -> int:
    # refused: Rights is a Flag, whose members cannot be compiled;
    #   use ints: one constant for each bit
    rights = Rights.SHORT | Rights.LONG
    return int(rights) + state.number


def members_of_a_flag_rewritten(game: Toy, state: Cell) -> int:
    rights = SHORT | LONG
    return rights + state.number


def cache_of_a_function_that_branches(game: Toy, state: Cell) -> int:
    @functools.cache
    # refused: ways calls itself more than once and needs its cache, which has no effect;
    #   fill a list in a loop, or hand on a dict of the answers
    def ways(steps):
        return 1 if steps < 2 else ways(steps - 1) + ways(steps - 2)

    return ways(state.number + 5)


def cache_of_a_function_that_branches_rewritten(game: Toy, state: Cell) -> int:
    def ways(steps, known):
        if steps not in known:
            known[steps] = 1 if steps < 2 else ways(steps - 1, known) + ways(steps - 2, known)
        return known[steps]

    return ways(state.number + 5, {0: 1})


def lists_in_lists_to_any_depth(game: Toy, state: Cell) -> int:
    nested: Any = None
    for _ in state.row:
        # refused: a value here contains others of its own kind, to any depth; keep the items in
        #   one list, and refer to them by their index there
        nested = [nested]
    return 0 if nested is None else len(nested)


def lists_in_lists_to_any_depth_rewritten(game: Toy, state: Cell) -> int:
    items = [-1]
    for _ in state.row:
        items.append(len(items) - 1)
    return 0 if len(items) == 1 else 1


def index_in_a_range(game: Toy, state: Cell) -> int:
    # refused: a range has no attribute 'index' that can be compiled; use list(…).index(x)
    return range(-9, 99).index(state.number)


def index_in_a_range_rewritten(game: Toy, state: Cell) -> int:
    return list(range(-9, 99)).index(state.number)


def text_of_a_dict(game: Toy, state: Cell) -> str:
    # refused: the text of dict[int, int] cannot be compiled; join the texts of its keys and values
    return str({state.number: 1})


def text_of_a_dict_rewritten(game: Toy, state: Cell) -> str:
    return "{" + f"{state.number}: 1" + "}"


def class_of_a_number(game: Toy, state: Cell) -> str:
    # refused: int has no attribute '__class__' that can be compiled; use type(x)
    return state.number.__class__.__name__


def class_of_a_number_rewritten(game: Toy, state: Cell) -> str:
    return type(state.number).__name__


def groupby_in_a_variable(game: Toy, state: Cell) -> int:
    # refused: a groupby cannot be stored or passed to a function; write the groupby into the for
    #   loop
    groups = itertools.groupby(state.row)
    best = 0
    for _, group in groups:
        best = max(best, len(list(group)))
    return best


def groupby_in_a_variable_rewritten(game: Toy, state: Cell) -> int:
    best = 0
    for _, group in itertools.groupby(state.row):
        best = max(best, len(list(group)))
    return best


def iterator_over_what_a_variable_of_another_generator_says(game: Toy, state: Cell) -> int:
    by = 1
    scaled = (by * item for item in state.row)
    # refused: map(max, scaled, state.row) is stored or passed to a function, and by may change
    #   before it is used; use list(…)
    pairs = map(max, scaled, state.row)
    by = 2
    return sum(pairs)


def iterator_over_what_a_variable_of_another_generator_says_rewritten(
    game: Toy, state: Cell
) -> int:
    by = 2
    scaled = (by * item for item in state.row)
    pairs = list(map(max, scaled, state.row))
    return sum(pairs)


def endless_generator_of_a_changing_variable(game: Toy, state: Cell) -> int:
    total = 0
    for by in (1, 2):
        # refused: a generator is stored or passed to a function, and by may change before it is
        #   used; write it into the for loop that uses it
        line = (by * item for item in itertools.count(1))
        if total < 9:
            total += 1
        for item in line:
            by = 3
            if item > 3:
                break
            total += item
    return total


def endless_generator_of_a_changing_variable_rewritten(game: Toy, state: Cell) -> int:
    total = 0
    for by in (1, 2):
        if total < 9:
            total += 1
        for item in (by * item for item in itertools.count(1)):
            by = 3
            if item > 3:
                break
            total += item
    return total


def groupby_whose_items_change(game: Toy, state: Cell) -> int:
    items, total = list(state.row), 0
    # refused: groupby(…) reads a group at once, and items may change before it is used; use
    #   groupby(list(…))
    for key, group in itertools.groupby(items):
        items[0] = key
        total += len(list(group))
    return total


def groupby_whose_items_change_rewritten(game: Toy, state: Cell) -> int:
    items, total = list(state.row), 0
    for key, group in itertools.groupby(list(items)):
        items[0] = key
        total += len(list(group))
    return total


def values_that_are_compared(game: Toy, state: Cell) -> int:
    counts, others = {1: state.number}, {2: state.number}
    # refused: d.values() equals only itself; compare list(d.values())
    return int(counts.values() == others.values())


def values_that_are_compared_rewritten(game: Toy, state: Cell) -> int:
    counts, others = {1: state.number}, {2: state.number + 1}
    return int(list(counts.values()) == list(others.values()))


def view_and_a_list(game: Toy, state: Cell) -> int:
    counts = {1: state.number}
    # refused: this operator does not work on dict_keys and list[int]; make sets of both: set(…)
    return len(counts.keys() & [1, 2])


def view_and_a_list_rewritten(game: Toy, state: Cell) -> int:
    counts = {1: state.number}
    return len(set(counts) & {1, 2})


def method_of_a_view(game: Toy, state: Cell) -> int:
    counts = {1: state.number}
    # refused: dict_keys has no method isdisjoint here; use set(…) or list(…)
    return int(counts.keys().isdisjoint({2}))


def method_of_a_view_rewritten(game: Toy, state: Cell) -> int:
    counts = {1: state.number}
    return int(set(counts.keys()).isdisjoint({2}))


def set_that_is_changed_by_a_view(game: Toy, state: Cell) -> int:
    counts, seen = {1: state.number}, {1, 2}
    # refused: a set is changed by a view of a dict; use set(…) of the dict
    seen &= counts.keys()
    return len(seen)


def set_that_is_changed_by_a_view_rewritten(game: Toy, state: Cell) -> int:
    counts, seen = {1: state.number}, {1, 2}
    seen &= set(counts)
    return len(seen)


def field_by_position_and_not_by_name(game: Toy, state: Cell) -> int:
    # refused: Named takes x, y by name only; write x=…
    return Named(state.number, 1).x


def field_by_position_and_not_by_name_rewritten(game: Toy, state: Cell) -> int:
    return Named(x=state.number, y=1).x


def object_as_an_index(game: Toy, state: Cell) -> int:
    # refused: expected a number, found a Weight; use its attributes
    return state.row[Weight(1)]


def object_as_an_index_rewritten(game: Toy, state: Cell) -> int:
    return state.row[Weight(1).grams]


def member_with_a_size_of_its_own(game: Toy, state: Cell) -> int:
    # refused: Score is taken as a number in its own way; use its value: member.value
    return abs(Score.LOW) + state.number


def member_with_a_size_of_its_own_rewritten(game: Toy, state: Cell) -> int:
    return 50 * Score.LOW.value + state.number


def member_as_an_index(game: Toy, state: Cell) -> int:
    # refused: expected a number, found a Coin; use its value: member.value
    return state.row[Coin.TAILS]


def member_as_an_index_rewritten(game: Toy, state: Cell) -> int:
    return state.row[Coin.TAILS.value - 1]


def one_of_two_things_is_changed(game: Toy, state: Cell) -> int:
    weight = Weight(1) if state.number > 1 else state.number
    # refused: Weight | int is changed by an operator; test with isinstance(…) first
    weight += 2
    return weight.grams if isinstance(weight, Weight) else weight


def one_of_two_things_is_changed_rewritten(game: Toy, state: Cell) -> int:
    weight = Weight(1) if state.number > 1 else state.number
    if isinstance(weight, Weight):
        weight += 2
    else:
        weight += 2
    return weight.grams if isinstance(weight, Weight) else weight


def object_that_is_an_iterator(game: Toy, state: Cell) -> int:
    # refused: Countdown is its own iterator; write a generator: a function with yield
    return sum(Countdown(state.number))


def _counted_down(left: int) -> Iterator[int]:
    while left > 0:
        left -= 1
        yield left


def object_that_is_an_iterator_rewritten(game: Toy, state: Cell) -> int:
    return sum(_counted_down(state.number))


def recursive_generator_that_changes_a_list(game: Toy, state: Cell) -> int:
    a = [0] * 3

    def r(at: int) -> Iterator[tuple[int, ...]]:
        if at == 3:
            yield tuple(a)
            return
        for x in range(2):
            a[at] = x
            # refused: r(0) is stored or passed to a function, and a may change before it is
            #   used; fill a list
            yield from r(at + 1)

    return sum(row[0] for row in r(0)) + state.number


def _add_rows(cells: list[int], at: int, found: list[tuple[int, ...]]) -> None:
    if at == 3:
        found.append(tuple(cells))
        return
    for x in range(2):
        cells[at] = x
        _add_rows(cells, at + 1, found)


def recursive_generator_that_changes_a_list_rewritten(game: Toy, state: Cell) -> int:
    found: list[tuple[int, ...]] = []
    _add_rows([0] * 3, 0, found)
    return sum(row[0] for row in found) + state.number


def comparison_as_a_key_of_max(game: Toy, state: Cell) -> int:
    # refused: cmp_to_key() is only compiled as a key of sorted() and sort(); use those
    return max(state.row, key=functools.cmp_to_key(lambda a, b: b - a))


def comparison_as_a_key_of_max_rewritten(game: Toy, state: Cell) -> int:
    return sorted(state.row, key=functools.cmp_to_key(lambda a, b: b - a))[-1]


def attribute_of_a_name_that_varies(game: Toy, state: Cell) -> int:
    name = "number" if state.number > 1 else "flag"
    # refused: getattr() of a name that varies cannot be compiled; use if and elif
    return getattr(state, name)


def attribute_of_a_name_that_varies_rewritten(game: Toy, state: Cell) -> int:
    return getattr(state, "number") if state.number > 1 else int(state.flag)  # noqa: B009


def tuple_of_something_else(game: Toy, state: Cell) -> int:
    # refused: astuple() takes a frozen dataclass of plain values here; name its fields
    return astuple(Weight(state.number))[0]


def tuple_of_something_else_rewritten(game: Toy, state: Cell) -> int:
    return Weight(state.number).grams


def accumulate_from_none(game: Toy, state: Cell) -> int:
    first = state.number if state.flag else None
    # refused: accumulate() with an initial value that may be None cannot be compiled; test it
    #   first: if initial is None
    return sum(itertools.accumulate(state.row, initial=first))


def accumulate_from_none_rewritten(game: Toy, state: Cell) -> int:
    first = state.number if state.flag else None
    if first is None:
        return sum(itertools.accumulate(state.row))
    return sum(itertools.accumulate(state.row, initial=first))


def _with_more(number: int, found: list[int] = []) -> int:  # noqa: B006
    # refused: the default value of a parameter is changed here; use None as the default, and make
    #   a new list, dict or set in the function
    found.append(number)
    return found[-1]


def default_that_is_changed(game: Toy, state: Cell) -> int:
    return _with_more(state.number)


def _with_more_of_its_own(number: int, found: list[int] | None = None) -> int:
    found = [] if found is None else list(found)
    found.append(number)
    return found[-1]


def default_that_is_changed_rewritten(game: Toy, state: Cell) -> int:
    return _with_more_of_its_own(state.number)


def chance_by_random(game: Toy, state: Cell) -> int:
    # refused: random.Random.choice is not a function that can be compiled; give the game a method
    #   `outcomes`: chance belongs there
    return random.choice((state.number,))


def chance_by_random_rewritten(game: Toy, state: Cell) -> int:
    return state.number


def array_of_numpy(game: Toy, state: Cell) -> int:
    # refused: numpy.count_nonzero is not a function that can be compiled; use tuples or lists
    return int(numpy.count_nonzero(state.row))


def array_of_numpy_rewritten(game: Toy, state: Cell) -> int:
    return sum(item != 0 for item in state.row)


def class_of_a_value_called(game: Toy, state: Cell) -> int:
    man: Any = Frozen(1) if state.flag else Limited(1, 9)
    # refused: type() of Frozen | Limited cannot be compiled here; change a copy: replace(x,
    #   field=value)
    return type(man)(*([2] if state.flag else [2, 9])).x


def class_of_a_value_called_rewritten(game: Toy, state: Cell) -> int:
    man: Any = Frozen(1) if state.flag else Limited(1, 9)
    return replace(man, x=2).x


def object_against_a_number(game: Toy, state: Cell) -> bool:
    # refused: == calls Label.__eq__ with an int; compare its attributes
    return state.number == LABEL


def object_against_a_number_rewritten(game: Toy, state: Cell) -> bool:
    return LABEL.number == state.number


def method_by_identity(game: Toy, state: Cell) -> bool:
    first = second = LABEL.doubled
    # refused: `is` compares objects, not their values; use == instead
    return first is second


def method_by_identity_rewritten(game: Toy, state: Cell) -> bool:
    first = second = LABEL.doubled
    return first == second


def equal_chains(game: Toy, state: Cell) -> bool:
    chain = Chain(2, Chain(state.number))
    chain.x = 1
    # refused: == of Chain, which may hold another Chain; write a method __eq__ that compares
    #   the fields
    return chain == Chain(1, Chain(3))


def equal_chains_rewritten(game: Toy, state: Cell) -> bool:
    chain = OwnChain(2, OwnChain(state.number))
    chain.x = 1
    return chain == OwnChain(1, OwnChain(3))


def key(game: Toy, state: Cell) -> int:
    # refused: hash() of list[int] cannot be compiled; leave key out: the default mixes the whole
    #   state
    return hash([state.number])


def key_rewritten(game: Toy, state: Cell) -> int:
    return int(game.key(state) == game.key(state))
