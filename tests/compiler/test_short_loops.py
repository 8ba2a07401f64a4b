"""Short loops over the items of a generator are unrolled, and mean what they mean in Python."""

from __future__ import annotations

import pytest

from outply.compiler import compile_function
from outply.compiler.llvm import assembly
from outply.compiler.program import compile_program
from outply.compiler.type_inference import type_of
from outply.compiler.types import BOOL, INT

LEAST = -(1 << 63)


def free(board):
    for column in range(7):
        if not board >> column & 1:
            yield column


def coded(board):
    for column in free(board):
        yield 3 * column + 1


def pairs(board):
    for one in range(3):
        for other in range(3):
            if board >> one * 3 + other & 1:
                yield one - other


def from_two_places(board):
    for column in range(4):
        if board >> column & 1:
            yield column
        else:
            yield -column


def weighted(board):
    total = 0
    for column in free(board):
        if total > 9:
            break
        total += column
    else:
        total = -total
    return total


def weighted_codes(board):
    total = 1
    for code in coded(board):
        if code == 7:
            continue
        total = total * 3 + code
    return total


def weighted_pairs(board):
    total = 0
    for difference in pairs(board):
        total = total * 2 + difference
    return total


def weighted_places(board):
    total = 0
    for column in from_two_places(board):
        total = total * 5 + column
    return total


def lowest_bit(number):
    return number & -number


@pytest.mark.parametrize(
    "function", [weighted, weighted_codes, weighted_pairs, weighted_places, lowest_bit]
)
def test_compiled_is_python(function):
    compiled = compile_function(function, 1)
    for board in range(1 << 9):
        assert compiled(board) == function(board)


@pytest.mark.parametrize(
    ("function", "unrolled"),
    [(weighted, 1), (weighted_codes, 1), (weighted_pairs, 1), (weighted_places, 0)],
)
def test_only_the_innermost_loop_with_one_yield_is_unrolled(function, unrolled):
    text = compile_program(function, {}, {"board": INT}).text
    assert text.count("!llvm.loop !") == unrolled


def steps(places):
    for row, column in places:
        for n in range(1, 7):
            place = (row + n, column + 2 * n)
            if place in places or not (0 <= place[0] < 7 and 0 <= place[1] < 7):
                break
            if column != 4 and place in ((0, 6), (6, 6), (3, 3)):
                if place == (3, 3):
                    continue
                break
            yield f"{n} {n}"


def has_steps(places):
    return any(steps(places))


def test_a_loop_that_is_left_early_is_unrolled_without_a_warning(capfd):
    program = compile_program(has_steps, {}, {"places": type_of(((1, 2), (3, 4)))})
    assert "unroll.full" in program.text
    assembly(program.text)
    assert not capfd.readouterr().err


def name(square):
    row, column = square
    return f"{'abcdef'[column]}{row + 1}"


def hops(pieces, is_fox):
    found, taken = [], {*pieces}
    steps = [-1, 1] if is_fox else [1]
    for row, column in pieces:
        for down in steps:
            for right in (-1, 1):
                to = (row + down, column + right)
                if 0 <= to[0] < 6 and 0 <= to[1] < 6 and to not in taken:
                    found.append(name((row, column)) + name(to))
    return len(found)


def test_a_loop_that_calls_a_long_function_twice_stays_a_loop():
    pieces = ((5, 2), (0, 1), (0, 3))
    program = compile_program(hops, {}, {"pieces": type_of(pieces), "is_fox": BOOL})
    assert "unroll.full" not in program.text
    compiled = compile_function(hops, pieces, True)
    assert compiled(pieces, True) == hops(pieces, True)


def test_the_least_number_has_no_negative():
    compiled = compile_function(lowest_bit, 1)
    assert compiled(LEAST + 1) == 1
    with pytest.raises(OverflowError):
        compiled(LEAST)
