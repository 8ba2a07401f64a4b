"""`copy.copy` and `copy.deepcopy`, of constants as well."""

from __future__ import annotations

import copy

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    Board,
    Unit,
)


@construct(([[1, 2], [3]],), ([],))
def deep_copy_of_lists(rows):
    other = copy.deepcopy(rows)
    shallow = copy.copy(rows)
    for row in other:
        row.append(0)
    shallow.append([5])
    return rows, other, shallow


@construct((3,))
def deep_copy_keeps_what_is_shared(n):
    rows = [[0] * 2] * n
    other = copy.deepcopy(rows)
    other[0][0] = 7
    return rows, other


@construct((((1, 2), (3, 4)),))
def deep_copy_of_objects(cells):
    board = Board(cells)
    other, alike = copy.deepcopy(board), copy.copy(board)
    other.put(0, 0, 7)
    alike.put(0, 0, 8)
    found = copy.deepcopy({1: [board.cells, other.cells], 2: []})
    found[1][0][0][0] = -1
    return board.cells, other.cells, alike.changes, board.changes, found[1][0]


FIRST_BOARD = [[None, 1], ["a", 2]]


EQUAL_ROWS = [[0] * 3 for _ in range(3)]


OPTIONS = {"sizes": {"small": [1], "large": []}, "others": {}}


PAIR_OF_LISTS = ([1], [2, 3])


ROWS_OR_NONE = [[None, [1]], [[2], None]]


@construct((2,), (0,), (4,))
def deep_copies_of_constants(n):
    board, rows = copy.deepcopy(FIRST_BOARD), copy.deepcopy(EQUAL_ROWS)
    board[0][0] = "z"
    board.append([None])
    rows[0][n] = 0.5
    rows[1][1] = None
    return board, rows, FIRST_BOARD, EQUAL_ROWS


@construct((2,), (1,))
def deep_copies_of_dicts_and_tuples(n):
    options, pair = copy.deepcopy(OPTIONS), copy.deepcopy(PAIR_OF_LISTS)
    options["sizes"]["small"][0] = n
    options["sizes"]["huge"] = [n, n]
    options["others"]["none"] = []
    pair[0].append(n)
    rows = copy.deepcopy(ROWS_OR_NONE)
    some = rows[0][1]
    if some is not None:
        some.append(n)
    rows[1][1] = some
    return options, OPTIONS, pair, PAIR_OF_LISTS, rows, ROWS_OR_NONE


@construct((2,), (1,))
def deep_copies_keep_what_is_shared(n):
    shared = [n]
    both = (shared, [shared])
    other = copy.deepcopy(both)
    other[0].append(None)
    other[1][0].append("x")
    units = [Unit(n)] * 2
    copied = copy.deepcopy(units)
    copied[0].hp = 9
    return both, other, other[0] is other[1][0], units[0].hp, copied[1].hp
