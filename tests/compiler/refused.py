"""Functions that cannot be compiled, each with the reason, and below it a rewrite that can.

A comment above a line says why that line is refused and what to write instead. A rewrite has
the same name and `_rewritten` behind it. It gives what the function gives in Python. Where
Python raises an error as well, there may be no rewrite.
"""

# ruff: noqa: B016, B023, C400, F821

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import InitVar, dataclass, replace
from enum import Enum
from typing import Any, NamedTuple

from outply.game import Bits
from tests.compiler.features import Cell, Colour, Inner, Toy
from tests.compiler.helpers import doubled

HERE = object()
WIDE = (1 << 81) - 1
MOST: Any = 3
ORDERED = [1, 2, 3]
COUNTS = {"one": 1}
CALLS = 0


class Odd(Enum):
    HERE = object()
    THERE = object()


@dataclass(frozen=True)
class Checked:
    x: int
    most: InitVar[int]

    def __post_init__(self, most: int) -> None:
        assert self.x < most


@dataclass(frozen=True)
class Limited:
    x: int
    most: int

    def __post_init__(self) -> None:
        assert self.x < self.most


class Unchecked(NamedTuple):
    x: int


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


class Tally:
    count = 0


class Counted:
    def __init__(self) -> None:
        self.count = 0


def apply(function: Any, number: int) -> Any:
    return function(number)


def apply_generator(function: Any, number: int) -> Any:
    # refused: the generator numbers is handed on; hand on a list
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
    # refused: classdef cannot be compiled; define the class outside of the function
    class Inside(NamedTuple):
        x: int

    return Inside(state.number).x


def class_in_a_function_rewritten(game: Toy, state: Cell) -> int:
    return Unchecked(state.number).x


def try_with_finally(game: Toy, state: Cell) -> int:
    found = 0
    # refused: finally cannot be compiled; write its lines behind the try
    try:
        found = 10 // state.number
    except ZeroDivisionError:
        found = -1
    finally:
        found += 1
    return found


def try_with_finally_rewritten(game: Toy, state: Cell) -> int:
    found = 0
    try:
        found = 10 // state.number
    except ZeroDivisionError:
        found = -1
    found += 1
    return found


def exception_group(game: Toy, state: Cell) -> int:
    # refused: trystar cannot be compiled
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


def deleted_field(game: Toy, state: Cell) -> int:
    # refused: this cannot be deleted
    del state.number
    return 0


def decorated_inside(game: Toy, state: Cell) -> int:
    @functools.cache
    # refused: a nested function with a decorator cannot be compiled
    def square(number: int) -> int:
        return number * number

    return square(state.number)


def decorated_inside_rewritten(game: Toy, state: Cell) -> int:
    def square(number: int) -> int:
        return number * number

    return square(state.number)


def async_inside(game: Toy, state: Cell) -> int:
    # refused: functiondef cannot be compiled
    async def wait() -> int:
        return 1

    return 0


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


def set_changed_in_place(game: Toy, state: Cell) -> int:
    items = {1, 2, state.number}
    # refused: this changes a set in place; write a = a & b
    items &= {1, 3}
    return len(items)


def set_changed_in_place_rewritten(game: Toy, state: Cell) -> int:
    items = {1, 2, state.number}
    items = items & {1, 3}
    return len(items)


def item_of_a_tuple_set(game: Toy, state: Cell) -> int:
    # refused: the items of a tuple cannot be set; make a list of it first: list(…)
    state.row[0] = 4
    return state.row[0]


def item_of_a_tuple_set_rewritten(game: Toy, state: Cell) -> int:
    row = list(state.row)
    row[0] = 4
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
        # refused: an exception belongs here
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


def mapping_pattern(game: Toy, state: Cell) -> int:
    # refused: this pattern cannot be compiled; use if and ==
    match {"number": state.number}:
        case {"number": 3}:
            return 1
    return 0


def mapping_pattern_rewritten(game: Toy, state: Cell) -> int:
    found = {"number": state.number}
    if found["number"] == 3:
        return 1
    return 0


def pattern_of_no_class(game: Toy, state: Cell) -> int:
    # refused: a class belongs here
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
    # refused: b'ab' cannot be compiled
    return len(b"ab") + state.number


def complex_constant(game: Toy, state: Cell) -> float:
    # refused: 1j cannot be compiled
    return (1j * state.number).imag


# refused: an_object returns something that only Python knows
def an_object(game: Toy, state: Cell) -> Any:
    return HERE


# refused: a_function returns something that only Python knows
def a_function(game: Toy, state: Cell) -> Any:
    return doubled


def enum_of_objects(game: Toy, state: Cell) -> bool:
    member = Odd.HERE if state.flag else Odd.THERE
    # refused: the values of Odd cannot be compiled
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
    # refused: len() does not work on a dict[int, int] | list[int]; test with isinstance(…) first
    return len(items)


def list_or_dict_rewritten(game: Toy, state: Cell) -> int:
    items = [state.number] if state.flag else {1: 2}
    if isinstance(items, list):
        return len(items)
    return len(items)


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


def index_out_of_range(game: Toy, state: Cell) -> int:
    # refused: tuple index out of range
    return state.row[4]


def slice_without_step(game: Toy, state: Cell) -> int:
    # refused: slice step cannot be zero
    return state.row[::0][0]


# -- calls ---------------------------------------------------------------------------------------


def unknown_function(game: Toy, state: Cell) -> float:
    # refused: fsum is not a function that can be compiled; write it out in Python
    return math.fsum(state.row)


def unknown_function_rewritten(game: Toy, state: Cell) -> float:
    return float(sum(state.row))


def evaluated_text(game: Toy, state: Cell) -> int:
    # refused: eval is not a function that can be compiled; write it out in Python
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


def lambda_with_a_changing_variable(game: Toy, state: Cell) -> int:
    total = 0
    for item in state.row:
        # refused: lambda is handed on, and a variable around it changes;
        #   hand the value over as a default: lambda x, y=y: …
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
        if left > 0:
            # refused: walk sets a variable of the function around it and calls itself; return the
            #   new value, or keep it in a list of one item
            walk(left - 1)

    walk(state.number)
    return steps


def recursion_that_sets_a_variable_rewritten(game: Toy, state: Cell) -> int:
    steps = [0]

    def walk(left: int) -> None:
        steps[0] += 1
        if left > 0:
            walk(left - 1)

    walk(state.number)
    return steps[0]


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
    # refused: the order of a set differs from one Python process to the next; loop over sorted(…)
    for item in {state.number, 2}:
        return item * 0
    return 0


def loop_over_a_set_rewritten(game: Toy, state: Cell) -> int:
    for item in sorted({state.number, 2}):
        return item * 0
    return 0


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
    # refused: _make cannot be compiled; call the class: Name(*items)
    return Inner._make((state.number, 2.0)).x


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
    # refused: float() of a str cannot be compiled
    return float(f"{state.number}.5")


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
