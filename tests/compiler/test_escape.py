"""Lists that only one variable refers to, and those that must stay what several refer to."""

# ruff: noqa: PERF401

from __future__ import annotations

import pytest

from outply.compiler import compile_function
from outply.compiler.escape import private_lists
from outply.compiler.source import code_of


def grown_in_a_loop(n):
    total = 0
    for start in range(n):
        line = []
        for step in range(start):
            line.append(start * step)
        if line:
            total += line[-1] + len(line)
    return total


def joined(n):
    found = []
    for start in range(n):
        line = [start]
        line += [start + 1] * start
        found += line
    return sum(found) + found.count(2)


def made_of_a_comprehension(n):
    squares = [i * i for i in range(n)]
    squares[0] += 1
    squares.insert(1, 7)
    squares = sorted([*squares, 3])
    return squares[n // 2]


def copied(n):
    items = sorted(range(n))
    other = items[:]
    other[0] = 9
    return tuple(items), other


def iterated_while_rebound(n):
    items = [1, 2, n]
    seen = 0
    for item in items:
        items = [item, 50, 60, 70, 80]
        seen = 10 * seen + item
    return seen + items[0]


def made_of_itself(n):
    items = [n, n + 1]
    items = [item + 1 for item in items]
    return items[1]


def has_an_alias(n):
    items = []
    same = items
    items.append(n)
    return len(same)


def is_given_away(n):
    items = []
    _fill(items, n)
    return len(items)


def is_returned(n):
    items = [n]
    items.append(n)
    return items


def is_in_a_tuple(n):
    items = [n]
    pair = (items, n)
    items.append(n)
    return len(pair[0])


def is_seen_by_an_inner_function(n):
    items = []

    def add():
        items.append(n)

    add()
    add()
    return len(items)


def is_one_of_two(n):
    items, others = [1], [2]
    either = items if n else others
    items.append(5)
    return len(either)


def is_last_of_or(n):
    items = [n]
    either = [] or items
    items.append(5)
    return len(either)


def becomes_a_tuple(n):
    for start in range(n):
        cells = [start + i for i in range(n)]
        cells[start // 2] = -1
        if start == 3:
            return tuple(cells), n
    return (0,) * n, 0


def becomes_two_tuples(n):
    cells = [n, 2]
    return tuple(cells), n, tuple(cells)


def becomes_a_tuple_before_it_changes(n):
    cells = [n, 2]
    return tuple(cells), cells.pop()


def becomes_tuples_of_a_comprehension(n):
    cells = [n, 2]
    return [(tuple(cells), i) for i in range(n)]


def changes_in_the_end(n):
    cells = [n, 2]
    try:
        return tuple(cells)
    finally:
        cells[0] = 7


def list(items):  # an author's own function of that name
    return items


def is_from_an_own_function(n):
    first = [n]
    items = list(first)
    items.append(n)
    return len(first)


def _fill(items, n):
    for i in range(n):
        items.append(i)


PRIVATE = {
    grown_in_a_loop: {"line"},
    joined: {"line", "found"},
    made_of_a_comprehension: set(),  # `squares` is made of itself
    copied: {"items"},
    iterated_while_rebound: set(),
    made_of_itself: set(),
    has_an_alias: set(),
    is_given_away: set(),
    is_returned: set(),
    is_in_a_tuple: set(),
    is_seen_by_an_inner_function: set(),
    is_one_of_two: set(),
    is_last_of_or: set(),
    is_from_an_own_function: set(),
    becomes_a_tuple: {"cells"},
    becomes_two_tuples: {"cells"},
    becomes_a_tuple_before_it_changes: {"cells"},
    becomes_tuples_of_a_comprehension: {"cells"},
    changes_in_the_end: {"cells"},
}


@pytest.mark.parametrize("function", PRIVATE, ids=lambda function: function.__name__)
def test_compiled_is_python(function):
    assert private_lists(code_of(function)) == PRIVATE[function]
    compiled = compile_function(function, 3)
    for n in (3, 1, 5):
        assert compiled(n) == function(n)
