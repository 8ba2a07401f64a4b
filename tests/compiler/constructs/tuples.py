"""Tuples, and lists and tuples made from one another."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct


@construct(((1, 2, 3),), ((4, 5, 6),))
def list_of_tuple(t):
    return list(t)


@construct(((1, 2, 3),), ((7, 0, -1),))
def starred_list(t):
    return [*t]


@construct(((1, 2, 3), 9), ((0, 0, 0), -5))
def starred_list_with_more(t, last):
    return [0, *t, last]


@construct(((1, 2), (3, 4, 5)))
def starred_tuple_of_two(a, b):
    return (*a, *b)


@construct(([1, 2, 3],), ([],), ([5],))
def tuple_of_list(items):
    return tuple(items)


@construct((4,), (0,), (1,))
def list_of_range(n):
    return list(range(n))


@construct(((5, 6, 7, 8), 2, 0), ((5, 6, 7, 8), -1, 3), ((5, 6, 7, 8), 4, 3))
def change_one_item(t, index, value):
    items = list(t)
    items[index] = value
    return tuple(items)


@construct(((5, 6, 7, 8), 2, 0), ((5, 6, 7, 8), 0, 1), ((5, 6, 7, 8), 3, 1))
def change_one_item_by_slices(t, index, value):
    return t[:index] + (value,) + t[index + 1 :]


@construct(((5, 6, 7, 8), 2, 0), ((5, 6, 7, 8), 9, 1))
def change_one_item_by_enumerate(t, index, value):
    return tuple(value if i == index else old for i, old in enumerate(t))


@construct(("hello",), ("",))
def list_of_string(text):
    return list(text)


@construct((3,), (0,))
def list_multiplied(n):
    return [0] * n + [1, 2] * n


@construct((3,), (0,), (-1,))
def tuple_multiplied(n):
    return (0, 1) * n


@construct(((1, 2), (3,)), ((0, 0), (9,)))
def tuple_concatenation(a, b):
    return a + b


@construct(([1, 2], [3]), ([], []), ([], [4]))
def list_concatenation(a, b):
    return a + b


@construct((3,), (1,), (0,))
def tuples_of_different_length(n):
    if n > 2:
        return (n, n, n)
    return (n,) if n else ()


@construct((4,), (0,))
def tuple_that_grows(n):
    row = ()
    for i in range(n):
        row = row + (i * i,)
    return row


@construct((3,), (0,))
def tuple_that_grows_by_augmented_assignment(n):
    row = (7,)
    for i in range(n):
        row += (i, i)
    return row


@construct((3, 4))
def bare_tuple_as_a_state(a, b):
    state = (a, b, 0)
    for _ in range(3):
        x, y, turn = state
        state = (x + 1, y - 1, 1 - turn)
    return state


@construct(((1, (2, 3), ((4,), 5)),))
def nested_tuples(t):
    a, (b, c), ((d,), e) = t
    return t[1][0] + t[2][0][0], (e, d, c, b, a)


@construct((3,), (0,))
def tuple_with_mixed_types(n):
    return (n, n / 2, n > 1, str(n), None)


@construct((2,))
def empty_values(n):
    return ((), [], "", 0, n - 2, {}, set())


@construct(((1, 2, 3),), ((3, 3, 3),))
def length_of_tuple(t):
    return len(t) + len(t[1:])


@construct(((1, 2),))
def tuple_and_augmented_assignment(t):
    a = t
    b = a
    b += (3,)
    return a, b


@construct((1,), (7,))
def index_beyond_a_tuple(n):
    row = (1, 2, 3)
    if n > 5:
        return row[3]
    return row[2]


@construct((3,), (0,))
def tuple_set_anew_in_its_loop(n):
    b = (1, 2, n)
    total = 0
    for x in b:
        b = (x, x, b[0] + total)
        total += x
    for i, x in enumerate(b):
        b = (i, x, 0)
    return b, total


@construct(((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 5), ((0,) * 12, 1))
def part_of_an_argument_is_kept(board, n):
    first = board
    second = board if n > 3 else tuple(n * cell for cell in board)
    board = tuple(cell + n for cell in board)
    for _ in range(n):
        second = first if _ % 2 else tuple(reversed(second))
    return first, second, board
