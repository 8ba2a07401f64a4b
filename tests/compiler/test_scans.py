"""Loops that find out first for which squares their `if` holds: the same results as in Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from outply.compiler import programs
from outply.compiler.kernels import compile_function

WEIGHTS = tuple((7 * square) % 5 for square in range(64))


class State(NamedTuple):
    cells: tuple[int, ...]
    turn: int


def side_of(piece):
    return (piece - 1) % 2


def neighbours(cells, square):
    return [other for other in (square - 1, square + 1) if 0 <= other < 64 and cells[other] == 0]


def pieces_of_a_side(state):
    cells = state.cells
    found = []
    for square in range(64):
        if cells[square] and side_of(cells[square]) == state.turn:
            found += [64 * square + target for target in neighbours(cells, square)]
    return found, square


def few_squares_and_else(state):
    total = 0
    square = 99
    for square in range(20):
        if not state.cells[square] or state.cells[square] > 2:
            total += len(neighbours(state.cells, square)) * square
            if total > 50:
                continue
            total += 1
    else:
        total += 1000 * square
    return total, square


def weights_of_a_constant(state):
    total = 0
    for square in range(64):
        if 1 <= WEIGHTS[square] < 4 and state.cells[square] != state.turn:
            total += abs(WEIGHTS[square] - square)
    return total


SCANS = [pieces_of_a_side, few_squares_and_else, weights_of_a_constant]


def changed_by_the_body(state):
    cells, limit = state.cells, 0
    for square in range(64):
        if cells[square] > limit:
            limit += len(neighbours(cells, square))
    return limit


def changed_through_a_function(state):
    cells, limit = state.cells, 0

    def is_over(piece):
        return piece > limit

    for square in range(64):
        if is_over(cells[square]):
            limit += len(neighbours(cells, square))
    return limit


def changed_by_nonlocal(state):
    cells, limit = state.cells, 0

    def add(number):
        nonlocal limit
        limit += number

    for square in range(64):
        if cells[square] > limit:
            add(len(neighbours(cells, square)))
    return limit


def changed_list(state):
    cells = list(state.cells)
    for square in range(64):
        if cells[square]:
            for other in neighbours(cells, square):
                cells[other] = 1
    return tuple(cells)


def set_in_the_body(state):
    found = []
    for square in range(64):
        if state.cells[square]:
            square += len(neighbours(state.cells, square))
            found.append(square)
    return found, square


def left_early(state):
    found = 0
    for square in range(64):
        if state.cells[square] == 2:
            found += len(neighbours(state.cells, square))
            if found > 3:
                break
    return found, square


def too_far(state):
    found = 0
    for square in range(64):
        if found < 9 and state.cells[square + 1]:
            found += len(neighbours(state.cells, square))
    return found


OTHERS = [
    changed_by_the_body,
    changed_through_a_function,
    changed_by_nonlocal,
    changed_list,
    set_in_the_body,
    left_early,
    too_far,
]


def boards() -> list[State]:
    draw = random.Random(1)
    boards = [State((piece,) * 64, 0) for piece in range(3)]
    for share in (1, 3, 8):
        for turn in (0, 1):
            cells = tuple(draw.choice((0,) * share + (1, 2, 3, 4)) for _ in range(64))
            boards.append(State(cells, turn))
    return boards


def outcome(function: Callable[[State], Any], state: State) -> Any:
    try:
        return function(state)
    except IndexError as error:
        return str(error)


@pytest.mark.parametrize("function", SCANS + OTHERS)
def test_result_is_that_of_python(function: Callable[[State], Any]) -> None:
    compiled = compile_function(function, State((0,) * 64, 0))
    for state in boards():
        assert outcome(compiled, state) == outcome(function, state)


@pytest.mark.parametrize("function", SCANS + OTHERS)
def test_which_loops_are_scans(function: Callable[[State], Any]) -> None:
    with programs() as written:
        compile_function(function, State((0,) * 64, 0))
    assert ("llvm.cttz" in written[0].text) == (function in SCANS)
