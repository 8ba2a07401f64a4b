"""Comprehensions of lists, tuples, dicts and sets."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct


@construct((5,), (0,))
def list_comprehension(n):
    return [i * i for i in range(n)]


@construct((10,), (0,), (3,))
def list_comprehension_with_if(n):
    return [i for i in range(n) if i % 3 == 0]


@construct((4,), (1,))
def list_comprehension_nested(n):
    return [(i, j) for i in range(n) for j in range(i) if i + j > 2]


@construct((3,), (0,))
def list_comprehension_of_lists(n):
    return [[i * j for j in range(n)] for i in range(n)]


@construct((6,), (1,))
def list_comprehension_two_ifs(n):
    return [i for i in range(n) if i % 2 if i > 2]


@construct((5,), (0,))
def list_comprehension_with_else(n):
    return ["even" if i % 2 == 0 else "odd" for i in range(n)]


@construct(((3, 1, 2),))
def tuple_of_generator(t):
    return tuple(2 * x for x in t)


@construct((10,), (0,), (1,))
def tuple_of_generator_with_if(n):
    return tuple(i for i in range(n) if i % 4 == 1)


@construct((10,), (0,))
def set_comprehension(n):
    return {i % 3 for i in range(n)}


@construct((5,), (0,))
def dict_comprehension(n):
    return {i: i * i for i in range(n)}


@construct(("banana",), ("",))
def dict_comprehension_with_if(text):
    return {letter: text.count(letter) for letter in text if letter != "n"}


@construct((3,))
def comprehension_has_its_own_variable(i):
    squares = [i * i for i in range(5)]
    return i, squares


@construct(((1, 2, 3, 4),))
def comprehension_with_unpacking(t):
    return [a + b for a, b in zip(t, t[1:])]


@construct(([[1, 2], [3], []],), ([],))
def flatten(rows):
    return [x for row in rows for x in row]


@construct(([3, 1, 2], 2), ([], 0))
def comprehension_uses_a_local(items, least):
    bonus = 10 * least
    return [x + bonus for x in items if x >= least]


@construct((3,), (0,))
def comprehension_inside_comprehension_same_name(n):
    return [[x for x in range(x)] for x in range(n)]
