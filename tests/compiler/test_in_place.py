"""Boards that are built in the record that is returned, and those that must not be."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from outply import Game
from outply.compiler import kernel
from outply.compiler.in_place import plan_of_list
from outply.compiler.source import code_of

SIZE = 24


class Line(NamedTuple):
    turn: int
    cells: tuple[int, ...]
    last: int


def play(game, state, plies: int):
    """A few plies, all states of which count."""
    total = 0
    for ply in range(plies):
        before = state
        move = (7 * ply + total) % SIZE
        state = game.result(state, move)
        for index in range(SIZE):
            total += (index + 1) * (state.cells[index] - 2 * before.cells[index])
        total += state.turn + 3 * state.last
    return state, total


class Lines(Game):
    def initial(self):
        return Line(0, tuple(range(SIZE)), -1)

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        return range(SIZE)

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0.0


class Direct(Lines):
    def result(self, state, move):
        if move == 3:
            return Line(1 - state.turn, state.cells, 3)
        cells = list(state.cells)
        cells[move] += state.cells[move - 1]
        if cells[0] > 5:
            return Line(state.turn, tuple(cells), cells[0])
        cells[0] = cells[move] % 7
        return Line(1 - state.turn, tuple(cells), cells[move])


def highest(cells):
    return max(cells)


class Named(Lines):
    def result(self, state, move):
        cells = list(state.cells)
        cells[move] = cells[-1] = move
        board = tuple(cells)
        if highest(board) > 23:
            return Line(board[0], board, highest(board))
        return Line(1 - state.turn, board, board[move])


class ChangedLater(Lines):
    def result(self, state, move):
        cells = list(state.cells)
        board = tuple(cells)
        cells[move] = 5
        return Line(cells[0], board, cells[move])


class ChangedOnTheSameLine(Lines):
    def result(self, state, move):
        cells = list(state.cells)
        # fmt: off
        board = tuple(cells); cells[move] = 5  # noqa: E702
        # fmt: on
        return Line(cells[0], board, cells[move])


class TwoBoards(Lines):
    def result(self, state, move):
        cells = list(state.cells)
        cells[move] = 1
        first = Line(2, tuple(cells), 0)
        cells[move - 1] = 2
        second = Line(3, tuple(cells), 1)
        return Line(first.turn * second.turn, first.cells, second.cells[move - 1])


class Nested(Lines):
    def result(self, state, move):
        cells = list(state.cells)
        cells[move] = 4
        board = tuple(cells)
        return Line(self.count(Line(5, board, 6), Line(7, board, 8)), board, move)

    def count(self, one, other):
        return 10 * one.turn + other.last + one.cells[0]


class OtherReturn(Lines):
    def result(self, state, move):
        cells = list(state.cells)
        cells[move] = 9
        if move % 2:
            return state
        return Line(0, tuple(cells), 0)


class InALoop(Lines):
    def result(self, state, move):
        cells = list(state.cells)
        for index in range(move):
            cells[index] += 1
            if index == 9:
                return Line(0, tuple(cells), index)
        return Line(1, tuple(cells), 0)


class MadeInALoop(Lines):
    def result(self, state, move):
        for index in range(2):
            cells = list(state.cells)
            cells[move] = index
        return Line(1, tuple(cells), 0)


class Sorted(Lines):
    def result(self, state, move):
        cells = list(state.cells)
        cells[move] = -move
        cells.sort()
        return Line(1, tuple(cells), 0)


class Growing(Lines):
    def result(self, state, move):
        cells = list(state.cells)
        cells.append(cells.pop(move))
        return Line(1, tuple(cells), 0)


IN_PLACE = {
    **{Direct: True, Named: True, InALoop: True, Nested: True},
    **{ChangedLater: False, ChangedOnTheSameLine: False, TwoBoards: False, OtherReturn: False},
    **{MadeInALoop: False, Sorted: False, Growing: False},
}


@pytest.mark.parametrize("rules", IN_PLACE, ids=lambda rules: rules.__name__)
def test_boards_are_those_of_python(rules):
    game = rules()
    code = code_of(rules.result)
    assert any(plan_of_list(node, code) for node in code.nodes) == IN_PLACE[rules]
    for plies in (1, 2, 9, 40):
        assert kernel(play, game)(game.initial(), plies) == play(game, game.initial(), plies)


class Either(Lines):
    """A result of two types: the board is in neither's place."""

    def result(self, state, move):
        if move == 23:
            return None
        cells = list(state.cells)
        cells[move] = 1
        return Line(0, tuple(cells), move)


def results(game, state) -> int:
    found = 0
    for move in range(SIZE):
        after = game.result(state, move)
        found = 3 * found + (7 if after is None else after.last + after.cells[move])
    return found % 1000003


def test_a_result_that_may_be_none():
    game = Either()
    assert kernel(results, game)(game.initial()) == results(game, game.initial())
