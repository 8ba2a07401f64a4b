"""Tuples that are handed to a function which changes the list or object that they are from."""

from __future__ import annotations

import pytest

from outply.compiler import compile_function
from outply.compiler.effort import VARIABLE


class Holder:
    def __init__(self, cells):
        self.cells = cells


def sum_while_list_changes(cells, rows, index):
    total = 0
    for at in range(len(cells)):
        rows[index] = (at, at, at, at, at, at)
        total = 10 * total + cells[at]
    return total


def item_of_a_list(first):
    rows = [first, (6, 5, 4, 3, 2, 1)]
    return sum_while_list_changes(rows[0], rows, 0), rows[0]


def item_of_a_loop(first):
    rows = [first, (6, 5, 4, 3, 2, 1)]
    found = 0
    for row in rows:
        found += sum_while_list_changes(row, rows, 1)
    return found, rows[1]


def sum_while_object_changes(cells, holder):
    total = 0
    for at in range(len(cells)):
        holder.cells = (at, at, at, at, at, at)
        total = 10 * total + cells[at]
    return total


def attribute_of_an_object(first):
    holder = Holder(first)
    return sum_while_object_changes(holder.cells, holder), holder.cells


def variable_of_an_outer_function(first):
    cells = first

    def total(given):
        nonlocal cells
        found = 0
        for at in range(len(given)):
            cells = (at, at, at, at, at, at)
            found = 10 * found + given[at]
        return found

    return total(cells), cells


def same_tuple_twice(first):
    def total(one, other):
        found = 0
        for at in range(len(one)):
            found = 10 * found + one[at] + other[-1 - at]
        return found

    return total(first, first)


@pytest.mark.parametrize(
    "function",
    [
        item_of_a_list,
        item_of_a_loop,
        attribute_of_an_object,
        variable_of_an_outer_function,
        same_tuple_twice,
    ],
    ids=lambda function: function.__name__,
)
def test_a_tuple_stays_as_it_was(function, monkeypatch):
    monkeypatch.setenv(VARIABLE, "full")  # LLVM then moves loads across stores
    first = (1, 2, 3, 4, 5, 6)
    assert compile_function(function, first)(first) == function(first)
