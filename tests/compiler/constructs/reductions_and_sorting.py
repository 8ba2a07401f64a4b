"""`all`, `any`, `count`, `index`, `sum`, `max`, `min`, `sorted` and `sort`."""

from __future__ import annotations

import math
import operator

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    LINES,
    Point,
)

# -- all, any, count, index, sum, max, min ------------------------------------------------------


@construct(((1, 2, 0),), ((1, 1, 1),), ((0, 0, 0),))
def all_and_any_of_tuple(t):
    return all(t), any(t)


@construct(([1, 2, 3],), ([],), ([5, -5],))
def all_and_any_of_generator(items):
    return all(x > 0 for x in items), any(x < 0 for x in items)


@construct(([[1], []],), ([],), ([[], []],))
def any_of_lists(rows):
    return any(rows), all(rows)


@construct((("X", "X", "X", " ", "O", "O", " ", " ", " "),), ((" ",) * 9,))
def all_inside_any(board):
    return any(all(board[i] == "X" for i in line) for line in LINES)


@construct(((1, 2, 1, 1),), ((0, 0, 0, 0),))
def count_in_tuple(t):
    return t.count(1), t.count(7)


@construct(((4, 5, 6), 5), ((4, 5, 4), 4), ((4, 5, 6), 7))
def index_in_tuple(t, x):
    return t.index(x)


@construct(([3, 1, 2],), ([5],), ([],))
def max_and_min(items):
    return max(items), min(items)


@construct((3, 7), (7, 3), (-1, -1))
def max_and_min_of_arguments(a, b):
    return max(a, b), min(a, b, 5), max(a, b, 0, -a)


@construct(([3, -8, 2],), ([],))
def max_of_generator(items):
    return max(x * x for x in items)


@construct(([3, -8, 2, 8],), ([1],))
def max_with_key(items):
    return max(items, key=abs), min(items, key=lambda x: (x % 3, x))


@construct((["bb", "a", "ccc", "ddd"],))
def max_with_key_takes_the_first(words):
    return max(words, key=len), min(words, key=len)


@construct(([3, 1],), ([],))
def max_with_default(items):
    return max(items, default=-1), min((x for x in items if x > 2), default=0)


@construct(({"a": 2, "b": 7, "c": 7},))
def max_of_dict_by_value(votes):
    return max(votes, key=votes.get)


@construct(([(1, 5), (2, 3), (1, 9)],))
def max_of_tuples(pairs):
    return max(pairs), min(pairs), max(pairs, key=lambda pair: pair[1])


@construct((1, 2.5), (3, 2.5))
def max_of_int_and_float(a, b):
    return float(max(a, b)) + min(a, b)


@construct(([1, 2, 3],), ([],))
def sum_of_list(items):
    return sum(items), sum(items, 100)


@construct(([0.5, 0.25],), ([],))
def sum_of_floats(items):
    return sum(items, 0.0)


@construct(([1, 5, 9],), ([],))
def sum_of_generator(items):
    return sum(x * x for x in items if x > 1)


@construct(([1, 5, 9],), ([],))
def sum_of_bools(items):
    return sum(x > 3 for x in items)


@construct(([(1, 2), (3,), ()],))
def sum_of_tuples(rows):
    return sum(rows, ())


@construct(([2, 3, 4],), ([],))
def product_of_numbers(items):
    return math.prod(items)


@construct((5,), (2,), (0,))
def sum_of_floats_or_of_nothing(n):
    return sum([0.5] * n), sum(i * 0.5 for i in range(n)), sum([1, 0.5] * n)


# -- sorting ------------------------------------------------------------------------------------


@construct(([3, 1, 2, 1],), ([],))
def sorted_list(items):
    return sorted(items)


@construct(((3, 1, 2, 1),))
def sorted_tuple(t):
    return tuple(sorted(t))


@construct(([3, -1, 2, -3],), ([],))
def sorted_with_key(items):
    return sorted(items, key=abs)


@construct(([3, -1, 2],), ([],))
def sorted_in_reverse(items):
    return sorted(items, reverse=True)


@construct(([(2, "b"), (1, "a"), (2, "a"), (1, "c")],))
def sorted_is_stable(pairs):
    return sorted(pairs, key=lambda pair: pair[0], reverse=True)


@construct(([(2, "b"), (1, "c"), (2, "a")],))
def sorted_tuples(pairs):
    return sorted(pairs)


@construct((["pear", "fig", "apple", "kiwi"],))
def sorted_strings(words):
    return sorted(words), sorted(words, key=lambda word: (len(word), word))


@construct(([Point(2, 1), Point(1, 5), Point(1, 2)],))
def sorted_by_attribute(points):
    return sorted(points, key=lambda p: (p.x, -p.y))


@construct(([(2, 9), (1, 8)],))
def sorted_with_itemgetter(pairs):
    return sorted(pairs, key=operator.itemgetter(1))


@construct(([5, 6, 7],), ([],))
def reversed_list(items):
    return list(reversed(items))


@construct(((5, 6, 7),))
def loop_over_reversed(t):
    total = 0
    for x in reversed(t):
        total = total * 10 + x
    return total


@construct((5,), (0,))
def reversed_range(n):
    return [i for i in reversed(range(n))]


@construct(([3, 1, 2], True), ([3, 1, 2], False))
def sorted_either_way(items, down):
    items.sort(reverse=down)
    return items, sorted(items, reverse=not down), sorted(items, key=lambda x: -x, reverse=down)


@construct(([3, 1, 2], 0), ([5, 1], 1), ([], 2))
def sorted_down_by_a_number(items, down):
    items.sort(reverse=down)
    return items, sorted(items, reverse=0), sorted(items, reverse=not down)


@construct(([3, 1, 2], 1), ([5, 1], 0), ([], 0))
def sorted_down_by_none(items, down):
    return sorted(items, reverse=True if down else None)


@construct(([3, 1], ""), ([3, 1], "a"))
def sorted_down_by_what_is_no_number(items, text):
    found = []
    for step in range(3):
        try:
            if step == 0:
                items.sort(reverse=None)
            else:
                items = sorted(items, reverse=text if step == 1 else 0.0)
            found.append(items[0])
        except TypeError:
            found.append(-1)
    return found


@construct(([3, 1, 2],), ([5, 1],), ([5],), ([5, 5],))
def sorted_by_keys_that_may_be_none(items):
    return sorted(items, key=lambda x: None if x == 5 else x)


@construct((1,), (0,))
def list_extended_by_a_list_or_tuple(n):
    more = [1, 2] if n else (3, 4, 5)
    row = [0]
    row.extend(more)
    row += more
    return row
