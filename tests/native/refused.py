"""Functions that leave the compiled subset, each with the words of its refusal."""

from __future__ import annotations

from typing import Any

from tests.native.features import NOT_A_NUMBER, TOP, Cell, Toy

HERE = object()


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


def not_a_number_field(game: Toy, state: Cell) -> int:
    return state.missing  # refused: missing
