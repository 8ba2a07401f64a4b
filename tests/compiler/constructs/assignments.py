"""Assignment: unpacking, assignment expressions, and the order in which targets are set."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct


@construct(([3, 4, 5, 6],), ([1],))
def walrus_in_if(items):
    if (n := len(items)) > 3:
        return n * 100
    return n


@construct((100,), (1,))
def walrus_in_while(n):
    steps = 0
    while (n := n // 2) > 0:
        steps += 1
    return steps, n


@construct(([1, 2, 3, 4],), ([],))
def walrus_in_comprehension(items):
    return [y for x in items if (y := x * x) > 3]


@construct(([1, 5, 7],), ([2],))
def walrus_in_any(items):
    if any((found := x) > 4 for x in items):
        return found
    return -1


@construct(([1, 2, 3, 4],), ([1],), ([],))
def starred_unpacking(items):
    first, *rest = items
    return first, rest


@construct(([1, 2, 3, 4],), ([1, 2],))
def starred_unpacking_in_the_middle(items):
    first, *middle, last = items
    return first, middle, last


@construct(((1, 2, 3),))
def starred_unpacking_of_tuple(t):
    *rest, last = t
    return rest, last


@construct(((1, 2), 3))
def nested_unpacking(pair, n):
    (a, b), c = pair, n
    return a + b * c


@construct(([((0, 1), "a"), ((2, 3), "b")],))
def nested_unpacking_in_a_loop(items):
    found = []
    for (x, y), name in items:
        found.append((name, x + y))
    return found


@construct(([5, 6, 7],))
def unpacking_into_items(items):
    row = [0, 0, 0]
    row[0], row[2] = items[1], items[2]
    row[0], row[1] = row[1], row[0]
    return row


@construct((1,), (2,))
def assignment_from_left_to_right(n):
    row = [0, 0, 0, 0]
    i, row[i] = n, 9
    return i, row


@construct((1,), (0,))
def assignment_from_left_to_right_2(n):
    row = [0, 1, 2]
    i = n
    i = row[i] = 2
    return i, row
