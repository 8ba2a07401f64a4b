"""Lists that change, slices, and several names for one list."""

from __future__ import annotations

import collections
from itertools import chain

from tests.compiler.constructs.registry import construct

# -- lists that change --------------------------------------------------------------------------


@construct(([1, 2],), ([],))
def list_append_and_extend(items):
    row = list(items)
    row.append(5)
    row.extend([6, 7])
    row.extend(x for x in items if x > 1)
    row += [8]
    return row


@construct((1,), (0,), (99,), (-1,))
def list_insert(i):
    row = [1, 2, 3]
    row.insert(i, 9)
    return row


@construct((0,), (-1,), (5,))
def list_pop(i):
    row = [1, 2, 3]
    last = row.pop()
    other = row.pop(i)
    return last, other, row


@construct((2,), (9,))
def list_remove(x):
    row = [1, 2, 3, 2]
    row.remove(x)
    return row


@construct(([3, 1, 2],), ([],))
def list_sort_and_reverse(items):
    row = items[:]
    row.sort()
    other = items.copy()
    other.reverse()
    return row, other


@construct(([3, -1, 2],), ([],))
def list_sort_with_key(items):
    row = list(items)
    row.sort(key=lambda x: -x)
    other = list(items)
    other.sort(reverse=True, key=abs)
    return row, other


@construct(([3, 1, 3],), ([],))
def list_count_and_in(items):
    return items.count(3), 3 in items, 4 not in items


@construct(([3, 1, 3], 3), ([3, 1], 2))
def list_index(items, x):
    return items.index(x)


@construct(([1, 2, 3, 4], 9), ([], 1))
def list_slice_assignment(items, n):
    row = list(items)
    row[1:3] = [n, n, n]
    row[:0] = [0]
    return row


@construct((1,), (-1,), (7,))
def list_del_item(i):
    row = [1, 2, 3]
    del row[i]
    return row


@construct((1, 3), (0, 9))
def list_del_slice(a, b):
    row = [1, 2, 3, 4]
    del row[a:b]
    return row


@construct(([1, 2],))
def list_alias(items):
    a = list(items)
    b = a
    b.append(3)
    a[0] = 9
    return a, b, a is b


@construct(([1, 2],))
def list_copy_is_apart(items):
    a = list(items)
    b = a[:]
    b.append(3)
    return a, b, a is b, a == b


@construct((5,))
def list_alias_inside_a_list(n):
    row = [0, 0]
    rows = [row, row]
    rows[0][1] = n
    return rows, row


def _push(row, x):
    row.append(x)


@construct((5,))
def list_changed_by_a_function(n):
    row = []
    _push(row, n)
    _push(row, n + 1)
    return row


@construct((5,), (1,))
def list_clear(n):
    row = [n, n]
    row.clear()
    return row, len(row)


@construct((3,), (1,))
def list_of_lists(n):
    grid = [[0] * n for _ in range(n)]
    grid[0][n - 1] = 5
    grid[n - 1][0] += 1
    return grid


@construct((2,))
def list_of_lists_to_tuples(n):
    grid = [[i * j for j in range(n)] for i in range(n)]
    return tuple(tuple(row) for row in grid), tuple(map(tuple, grid))


@construct((((1, 2), (3, 4)), 1, 0, 9))
def change_one_cell(board, row, col, value):
    rows = [list(line) for line in board]
    rows[row][col] = value
    return tuple(tuple(line) for line in rows)


@construct((((1, 2, 3), (4, 5, 6)),))
def transpose(board):
    return tuple(zip(*board)), [list(column) for column in zip(*board)]


@construct(([3, 1, 2],), ([],))
def list_as_stack(items):
    stack = list(items)
    found = []
    while stack:
        top = stack.pop()
        if top > 1:
            stack.append(top - 2)
        found.append(top)
    return found


@construct((4,), (1,))
def list_as_queue(n):
    queue = [0]
    seen = {0}
    while queue:
        x = queue.pop(0)
        for y in (x + 2, 2 * x + 1):
            if y <= n and y not in seen:
                seen.add(y)
                queue.append(y)
    return sorted(seen)


@construct((3,), (0,))
def deque_as_queue(n):
    queue = collections.deque([n])
    order = []
    while queue:
        x = queue.popleft()
        order.append(x)
        if x > 0:
            queue.append(x - 1)
            queue.append(x - 2)
    return order


@construct(([1, 2, 3], [1, 2, 4]), ([], [0]), ([1], [1]))
def list_comparison(a, b):
    return a == b, a < b, a != b, a >= b


@construct(((1, 2), (1, 3)), ((2, 0), (1, 9)), ((1, 2), (1, 2)))
def tuple_comparison(a, b):
    return a < b, a == b, a >= b, max(a, b), a is not None


@construct((1, (1, 2)), (5, (1, 2)))
def tuple_in(n, t):
    return n in t, (n, n) in ((1, 1), (2, 2)), n not in (3, 4)


@construct(([0],), ([],))
def truth_of_lists(items):
    return bool(items), not items, items or [1], "yes" if items else "no"


@construct(([1, 2],))
def alias_and_augmented_assignment(items):
    a = list(items)
    b = a
    b += [3]
    b = b + [4]
    return a, b


@construct((2,))
def two_names_for_one_list(n):
    a = b = []
    a.append(n)
    return a, b


@construct((3,), (0,))
def rows_that_are_one_row(n):
    grid = [[0] * 2] * 2
    grid[0][0] = n
    return grid


@construct((3,))
def list_inside_a_tuple(n):
    state = (n, [])
    state[1].append(n)
    return state


@construct((3,))
def loop_over_a_list_that_grows(n):
    row = [1]
    for x in row:
        if len(row) < n:
            row.append(x + 1)
    return row


@construct(([1, 2, 3, 4],), ([],))
def loop_over_a_copy(items):
    row = list(items)
    for x in row[:]:
        if x % 2 == 0:
            row.remove(x)
    return row


@construct((True,), (False,))
def bool_as_index(flag):
    return "XO"[flag], (10, 20)[not flag], [1, 2][flag]


@construct(([[1, 2, 3], [4, 5, 6]],), ([],))
def transposed_lists(rows):
    turned = [list(row) for row in zip(*rows[::-1])]
    return turned, [max(column) for column in zip(*rows)], list(chain(*rows))


@construct((2,), (4,))
def reversed_list_that_grows(n):
    items = list(range(n))
    for x in reversed(items):
        items.insert(0, x - 1)
    return items


@construct(((3, 1, 2, 5, 4, 9, 8, 7, 6, 0),), ((0,) * 10,))
def list_of_a_tuple_keeps_its_length(board):
    cells = list(board)
    cells[0], cells[-1] = cells[9], cells[0]
    cells[3] += 10
    before = tuple(cells)
    cells.sort()
    cells[2] = -1
    return before, tuple(cells), len(cells), cells[1:3], sum(cells)


@construct(((3, 1, 2, 5, 4, 9, 8, 7, 6, 0),), ((0,) * 10,))
def list_of_a_tuple_is_made_in_a_loop(board):
    found = []
    for index in range(12):
        cells = list(board)
        if index < len(cells):
            cells[index] = -cells[index]
        found.append(tuple(cells))
    return found


@construct((3,), (40,))
def lists_outgrow_their_first_room(n):
    total = 0
    for start in range(n):
        line, pairs = [], []
        for step in range(start):
            line.append(step)
            pairs.append((step, start, step))
        line += line
        total += sum(line) + sum(c - a * b for a, b, c in pairs)
    return total


@construct((3,), (0,))
def an_empty_container_is_changed_under_another_name(n):
    first, second, third, log = [], set(), {}, []
    chosen = first if n else [n]
    chosen.append(n)
    other = second
    if not n:
        other = {"a"}
    other.add("b")
    last = third if n else {n: 0.5}
    last[n] = 1.5
    for items in (log, [n, n], log):
        items += [n]
    return first, sorted(second), third, log


@construct((1,), (0,))
def a_list_or_none(n):
    items = [4, 5, 6] if n else None
    items[n] = 7
    del items[0]
    return items, 7 in items


# -- slices -------------------------------------------------------------------------------------


@construct(((0, 1, 2, 3, 4), 1, 3), ((0, 1, 2, 3, 4), -2, 9), ((0, 1, 2, 3, 4), 3, 1))
def slices_of_tuple(t, a, b):
    return t[a:b], t[:b], t[a:], t[:]


@construct(((0, 1, 2, 3, 4), 2), ((0, 1, 2, 3, 4), -1), ((0, 1, 2, 3, 4), 0))
def slices_with_step_of_tuple(t, step):
    return t[::step], t[1::step], t[:3:step]


@construct(([1, 2, 3],), ([],))
def slices_of_list(items):
    return items[1:], items[:-1], items[-2:], items[::-1], items[5:]


@construct(("abcdef", 2), ("abcdef", -3), ("", 1))
def slices_of_string(text, n):
    return text[:n], text[n:], text[::2], text[::-1], text[-2:]


@construct(((1, 2, 3, 4, 5, 6, 7, 8, 9),))
def rows_by_slices(t):
    return [t[i : i + 3] for i in range(0, 9, 3)], [t[i::3] for i in range(3)]


@construct(((7, 8, 9), -1), ((7, 8, 9), 2), ((7, 8, 9), 3), ((7, 8, 9), -4))
def negative_index(t, i):
    return t[i]


@construct(([7, 8, 9], -1), ([], 0), ([1], 1), ([1], -2))
def index_of_list(items, i):
    return items[i]


@construct(("abc", -1), ("abc", 3), ("", 0))
def index_of_string(text, i):
    return text[i]


def least_list(items):
    row = [sum(items), len(items), 615 + len(items)]
    return min([0, 1, -496, -520], row)


def joined_lists(rows, n):
    start = [n, n + 1]
    return sum(rows, start)


@construct(([3, -4],), ([3, -9],), ([],))
def a_list_that_min_or_sum_returns(items):
    found = [least_list(items), joined_lists([items], 5), joined_lists([[]][1:], 6)]
    other = [7] * 20
    return found, least_list(items), other, max([0], [n for n in items])
