"""Functions that leave the compiled subset, each with the words of its refusal."""

from __future__ import annotations

from contextlib import suppress
from functools import wraps
from typing import Any

from tests.compiler.features import NOT_A_NUMBER, TOP, Cell, Toy

HERE = object()
WIDE = (1 << 81) - 1


def a_dict(game: Toy, state: Cell) -> int:
    table = {1: 2}  # refused: a dict
    return table[1]


def a_set(game: Toy, state: Cell) -> bool:
    return state.number in {1, 2}  # refused: a set


def a_lambda(game: Toy, state: Cell) -> int:
    double = lambda n: 2 * n  # noqa: E731  # refused: lambda
    return double(state.number)


def a_try(game: Toy, state: Cell) -> int:
    try:  # refused: try
        return 1 // state.number
    except ZeroDivisionError:
        return 0


def a_global_dict(game: Toy, state: Cell) -> int:
    return NOT_A_NUMBER["a"]  # refused: NOT_A_NUMBER is a dict


def an_object(game: Toy, state: Cell) -> Any:
    return HERE  # refused: HERE is a object


def a_text(game: Toy, state: Cell) -> int:
    return len(f"{state.number}")  # refused: an f-string


def unknown_function(game: Toy, state: Cell) -> int:
    print(state.number)  # refused: print is not a function
    return 0


def missing_attribute(game: Toy, state: Cell) -> int:
    return game.nothing_here  # refused: nothing_here


def wrong_arguments(game: Toy, state: Cell) -> int:
    return game.weight(1, 2)  # refused: too many


def filtered_tuple(game: Toy, state: Cell) -> int:
    return len(tuple(n for n in state.row if n))  # refused: no fixed length


def mutual(game: Toy, state: Cell) -> int:
    return even(state.number)


def even(number: int) -> int:  # refused: call each other
    return 1 if number == 0 else odd(number - 1)


def odd(number: int) -> int:
    return 0 if number == 0 else even(number - 1)


def signed_and_unsigned(game: Toy, state: Cell) -> int:
    mixed = 0
    if state.flag:
        mixed = state.bits | TOP
    return mixed  # refused: whole number


def largest_of_both(game: Toy, state: Cell) -> int:
    return max(state.bits, state.number) % 10  # refused: whole number


def summed_bits(game: Toy, state: Cell) -> int:
    return sum((state.bits, TOP)) % 7  # refused: whole number


def either(game: Toy, state: Cell) -> int:
    mixed = state.bits if state.flag else state.number
    return mixed % 10  # refused: whole number


def sorted_backwards(game: Toy, state: Cell) -> int:
    items = [1, 2, 3]
    items.sort(reverse=True)  # refused: sort takes no keywords
    return items[0]


def decorated(game: Toy, state: Cell) -> int:
    return twice_as_much(state.number)  # refused: fixed list of parameters


def doubling(function):
    @wraps(function)
    def wrapped(*arguments):
        return 2 * function(*arguments)

    return wrapped


@doubling
def twice_as_much(number: int) -> int:
    return number


def a_with(game: Toy, state: Cell) -> int:
    with suppress(ValueError):  # refused: with
        return 1
    return 0


def a_match(game: Toy, state: Cell) -> int:
    match state.number:  # refused: match
        case 1:
            return 1
    return 0


def a_walrus(game: Toy, state: Cell) -> int:
    return (n := state.number) + n  # refused: :=


def spread_arguments(game: Toy, state: Cell) -> int:
    return game.with_default(*state.row)  # refused: *


def too_wide(game: Toy, state: Cell) -> int:
    return WIDE & 1  # refused: does not fit 64 bits


def replaced_somewhere(game: Toy, state: Cell) -> int:
    return game.initial()._replace(number=1).number  # refused: _replace


def two_loops(game: Toy, state: Cell) -> int:
    return sum(a * b for a in state.row for b in state.row)  # refused: one loop


def a_list_of_numbers(game: Toy, state: Cell) -> int:
    return Cell(1, 2, tuple(state.row[:2]), 0.0, True, state.inner).number  # refused: tuple of 4


def not_a_number_field(game: Toy, state: Cell) -> int:
    return state.missing  # refused: missing
