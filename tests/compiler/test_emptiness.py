"""Lists of which only whether they are empty is asked, and those whose items are needed."""

# ruff: noqa: C419, PERF401  (rules as authors write them)

from __future__ import annotations

import random

import pytest

from outply.compiler import compile_function
from outply.compiler.emptiness import without_items
from outply.compiler.program import compile_program
from outply.compiler.source import code_of
from outply.compiler.type_inference import type_of


def appended(cells, square):
    found = []
    if cells[square] != 0:
        return found
    for step in (-1, 1, 4):
        line = []
        at = square + step
        while 0 <= at < len(cells) and cells[at] == 2:
            line.append(at)
            at += step
        if 0 <= at < len(cells) and cells[at] == 1:
            found += line
    return found


def one_or_the_other(cells, square):
    first: list[int] = []
    second = []
    for at in range(square, len(cells)):
        if cells[at] == 1:
            first += [64 * at + other for other in range(at) if cells[other] == 2]
        if not first:
            second += [at for at in range(square) if cells[at] > 1]
    return first or second if square % 2 else second


def comprehended(cells, square):
    if square > 6:
        return None
    if square == 3:
        return []
    return [at // (cells[at] - 5) for at in range(square) if cells[at] == 2]


def counted(cells, square):
    """Its items are needed: `len` and a loop ask for them."""
    found = []
    for at in range(square):
        if cells[at]:
            found.append(at)
    if len(found) > 4:
        return []
    for at in found:
        if cells[at] == 2:
            return found
    return found[1:]


def handed_on(cells, square):
    """A list that another function could change."""
    found = []
    fill(found, cells, square)
    return found


def fill(found, cells, square):
    if cells[square] == 2:
        found.append(square)


def of_a_helper(cells, square):
    found = []
    found += comprehended(cells, square) or []
    return found


def perhaps_unset(cells, square):
    for at in range(square):
        if cells[at] == 1:
            line = []
        line.append(at)
    return line if square else []


def raising(cells, square):
    found = []
    for at in range(square):
        found.append(10 // cells[at])
    return found


FLAGS = [appended, one_or_the_other, comprehended, perhaps_unset, raising]
LISTS = [counted, handed_on, of_a_helper, fill]
FUNCTIONS = [*FLAGS, *LISTS[:-1]]


@pytest.mark.parametrize("function", FLAGS, ids=lambda f: f.__name__)
def test_is_rewritten(function):
    assert without_items(code_of(function)) is not None


@pytest.mark.parametrize("function", LISTS, ids=lambda f: f.__name__)
def test_is_left_alone(function):
    assert without_items(code_of(function)) is None


def asked(function):
    """Functions that ask for the truth of another's result, in all ways."""

    def in_comprehension(cells):
        return [at for at in range(len(cells)) if function(cells, at)]

    def in_any(cells):
        return any(function(cells, at) for at in range(len(cells)))

    def in_all(cells):
        return all([not function(cells, at) for at in range(len(cells))])

    def in_statements(cells):
        total = 0
        for at in range(len(cells)):
            if at > 2 and not function(cells, at):
                total += 1
            elif bool(function(cells, at)) or at == 5:
                total += 100
            last = function(cells, at) or [at]
            total += len(last) + (10 if function(cells, at) else 20)
        return total

    return [in_comprehension, in_any, in_all, in_statements]


def answer(function, *given):
    try:
        return function(*given)
    except (IndexError, UnboundLocalError, ZeroDivisionError) as error:
        return type(error)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_same_answers(function):
    rng = random.Random(3)
    boards = [tuple(rng.choice((0, 0, 1, 2, 2)) for _ in range(9)) for _ in range(40)]
    boards += [(0,) * 9, (2,) * 9, (1,) * 9]
    for asking in asked(function):
        compiled = compile_function(asking, boards[0])
        for board in boards:
            assert answer(compiled, board) == answer(asking, board), (asking.__name__, board)


def test_is_compiled_without_a_list():
    (asking, *_) = asked(appended)
    program = compile_program(asking, {}, {"cells": type_of((0,) * 9)})
    names = {made.code.name for made in program.module.instances.values()}
    assert "appended.truth" in names and "appended" not in names


def once(cells):
    return not appended(cells, 4)


def test_a_single_question_makes_no_second_version():
    program = compile_program(once, {}, {"cells": type_of((0,) * 9)})
    names = {made.code.name for made in program.module.instances.values()}
    assert "appended" in names and "appended.truth" not in names
