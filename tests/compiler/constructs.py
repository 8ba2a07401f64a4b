"""Small plain functions, each with one ordinary construct, and example arguments for each.

`@construct(args1, args2, ...)` registers a function in CONSTRUCTS with the arguments of some
calls; each `args` is a tuple. All calls of a function have arguments of the same types: a tuple
keeps its length, a list and a string may have any. The first call never raises an error.

Functions whose values have a type that is only known at run time stand together at the end.
"""

# People write all of this, so the linter must not ask for something else:
# ruff: noqa: B007, B012, B023, B905, C410, C416, C417, E731, PERF401, PERF402
# ruff: noqa: RET503, RET504, RUF005, RUF007, SIM108, UP031, UP032, UP045

from __future__ import annotations

import collections
import copy
import functools
import itertools
import math
import operator
from collections import namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, StrEnum, auto
from functools import reduce
from itertools import chain, combinations, pairwise, permutations, product
from typing import ClassVar, NamedTuple, Optional

CONSTRUCTS = []


def construct(*calls):
    """Register a function with the arguments of some calls."""

    def register(function):
        CONSTRUCTS.append((function, list(calls)))
        return function

    return register


# -- constants and types ----------------------------------------------------------------------

WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
SQUARES = {(0, 0): "corner", (0, 1): "edge", (1, 1): "centre"}
BY_NUMBER = {1: 10, 2: 20, 3: 30}
PRIMES = [2, 3, 5, 7, 11]
NAMES = ["ann", "bob", "cid"]
LETTERS = "abcdefgh"
VOWELS = {"a", "e", "i", "o", "u"}
CORNERS = frozenset({0, 7, 56, 63})
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 4, 8), (2, 4, 6))
GRID = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
NEXT = {"red": "green", "green": "amber", "amber": "red"}
HALF = 0.5
LIMIT = 10
EMPTY = None

Old = namedtuple("Old", ["x", "y"])
Defaulted = collections.namedtuple("Defaulted", "a b c", defaults=(7, 8))


class Point(NamedTuple):
    x: int
    y: int = 0

    def moved(self, dx, dy):
        return Point(self.x + dx, self.y + dy)

    @property
    def size(self):
        return abs(self.x) + abs(self.y)

    @staticmethod
    def diagonal(n):
        return Point(n, n)

    @classmethod
    def origin(cls):
        return cls(0, 0)

    def __add__(self, other):
        return Point(self.x + other[0], self.y + other[1])


class Piece(NamedTuple):
    at: Point
    kind: str
    health: float = 1.0


class World(NamedTuple):
    pieces: tuple[Piece, ...]
    turn: int


@dataclass(frozen=True)
class Clock:
    hours: int
    minutes: int = 0

    @property
    def total(self):
        return 60 * self.hours + self.minutes

    def later(self, minutes):
        total = (self.total + minutes) % 1440
        return Clock(total // 60, total % 60)


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int


@dataclass
class Counter:
    value: int = 0
    seen: list[int] = field(default_factory=list)

    def add(self, number):
        self.value += number
        self.seen.append(number)


class Stack:
    """A class of one's own that changes."""

    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


class Side(Enum):
    LEFT = "l"
    RIGHT = "r"

    @property
    def other(self):
        return Side.RIGHT if self is Side.LEFT else Side.LEFT

    def step(self):
        return -1 if self == Side.LEFT else 1


class Rank(IntEnum):
    LOW = 1
    MIDDLE = 5
    HIGH = 9


class Mode(Enum):
    OFF = auto()
    ON = auto()
    AUTOMATIC = auto()


# -- lists and tuples from one another --------------------------------------------------------


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


# -- comprehensions ---------------------------------------------------------------------------


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


# -- generators -------------------------------------------------------------------------------


@construct((3,), (0,))
def generator(n):
    for i in range(n):
        yield i * i


@construct((3,), (0,))
def generator_with_return(n):
    if n == 0:
        return
    yield n
    yield -n


@construct((3,), (0,))
def generator_yields_from(n):
    yield from range(n)
    yield from (10, 20)
    yield from [i + 1 for i in range(n)]


@construct((4,), (0,))
def generator_yields_tuples(n):
    for i in range(n):
        for j in range(i):
            yield (i, j), i * j


@construct((6,), (1,))
def returned_generator_expression(n):
    return (i for i in range(n) if i % 2)


@construct((3,), (0,))
def returned_list(n):
    found = []
    for i in range(n):
        found.append(i)
    return found


def _countdown(n):
    while n > 0:
        yield n
        n -= 1


@construct((4,), (0,))
def loop_over_a_generator(n):
    total = 0
    for number in _countdown(n):
        total = 10 * total + number
    return total


@construct((4,), (0,))
def list_of_a_generator(n):
    return list(_countdown(n)), tuple(_countdown(n)), sum(_countdown(n))


@construct((5,), (0,))
def first_of_a_generator(n):
    return next(_countdown(n), -1)


@construct((5,), (1,), (0,))
def next_without_default(n):
    numbers = _countdown(n)
    a = next(numbers)
    b = next(numbers)
    return a, b


@construct((9,), (2,))
def next_of_a_generator_expression(n):
    return next((i for i in range(n) if i * i > 10), None)


@construct(([4, 5, 6],), ([7],))
def iter_and_next(items):
    numbers = iter(items)
    first = next(numbers)
    return first, list(numbers)


@construct(([4, 5, 6],), ([7, 7],))
def lazy_values_of_an_unchanged_list(items):
    pairs = zip(items, reversed(items))
    numbered, odd = enumerate(items), filter(lambda x: x % 2, items)
    out = []
    for x, y in pairs:
        out.append(x * y)
    doubled = map(lambda x: 2 * x, items)
    return out, list(numbered), list(odd), next(doubled), sum(doubled)


@construct(([4, 5, 6, 7],), ([7, 7],))
def iterators_of_iterators(items):
    it = iter(items)
    pairs = zip(it, it)
    last = iter(items)
    last = filter(lambda x: x > 4, last)
    last = map(lambda x: x + 1, last)
    return list(pairs), list(last)


@construct(([(1, 5), (2, 7)],), ([(3, 3)],))
def views_are_looped_over_again(pairs):
    table = dict(pairs)
    keys, values, entries = table.keys(), table.values(), table.items()
    spread = max(values) - min(values) if values else 0
    crossed = [(k, x) for k, _ in entries for _, x in entries]
    is_empty = not table.items()
    return spread, len(values), 2 in keys, crossed, list(keys), is_empty, sum(values), sum(values)


def _over(numbers, least):
    return (number for number in numbers if number > least)


def _spread(numbers):
    return sum(numbers)


@construct(([4, 5, 6, 7], 5), ([], 1))
def lazy_values_of_functions(items, least):
    out = []
    for item in _over(items, least):
        out.append(item)
    items.append(9)
    kept = _over(items, least)
    return out, list(kept), _spread(x for x in items if x > least), _spread(_over(items, 1))


@construct(([4, 5, 6],), ([],))
def variable_set_anew_below_an_iterator(items):
    numbered = enumerate(items)
    items = [1, 2]
    chosen = (x for x in items) if items else iter(items)
    items = [3]
    return list(numbered), list(chosen), items, bool(numbered)


@construct(([4, 5, 6],), ([],))
def copy_below_an_iterator(items):
    each = iter(list(items))
    halves = map(lambda x: x // 2, items[1:])
    items.append(3)
    return list(each), list(halves), items


@construct((5,), (0,))
def generator_with_break(n):
    total = 0
    for number in _countdown(n):
        if number < 3:
            break
        total += number
    return total


def _tree(depth):
    if depth > 0:
        yield from _tree(depth - 1)
        yield depth
        yield from _tree(depth - 1)


@construct((3,), (0,), (1,))
def recursive_generator(n):
    return list(_tree(n))


def _subsets(items):
    if not items:
        yield ()
        return
    for rest in _subsets(items[1:]):
        yield rest
        yield (items[0], *rest)


@construct(([1, 2, 3],), ([],))
def recursive_generator_of_tuples(items):
    return sorted(_subsets(items))


# -- slices -----------------------------------------------------------------------------------


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


# -- all, any, count, index, sum, max, min ----------------------------------------------------


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


# -- sorting ----------------------------------------------------------------------------------


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


# -- dicts ------------------------------------------------------------------------------------


@construct((2,), (3,))
def dict_literal(n):
    return {"a": 1, "b": n, "c": n * n}


@construct(("n",), ("q",), ("x",))
def dict_lookup(piece):
    return WORTH[piece]


@construct(("n",), ("x",))
def dict_get(piece):
    return WORTH.get(piece, 0), WORTH.get(piece)


@construct(((0, 1),), ((5, 5),))
def dict_with_tuple_keys(square):
    return SQUARES.get(square, "outside"), square in SQUARES


@construct((3,), (0,))
def dict_that_changes(n):
    found = {}
    for i in range(n):
        found[i * i] = i
        found[0] = -1
    return found


@construct(("banana",), ("",))
def dict_counts(text):
    counts = {}
    for letter in text:
        counts[letter] = counts.get(letter, 0) + 1
    return counts


@construct(("n",), ("x",))
def dict_in(piece):
    return piece in WORTH, piece not in WORTH, len(WORTH)


@construct((2,))
def dict_items(n):
    return [(key, value * n) for key, value in BY_NUMBER.items()]


@construct((2,))
def dict_keys_and_values(n):
    return list(BY_NUMBER), list(BY_NUMBER.keys()), sum(BY_NUMBER.values()) * n


@construct((3,))
def dict_loop(n):
    total = 0
    for key in BY_NUMBER:
        total += n * key
    return total


@construct((2,), (5,))
def dict_del(n):
    numbers = {1: 10, 2: 20, 3: 30}
    del numbers[n]
    numbers[n] = 40
    return list(numbers.items())


@construct((2,), (5,))
def dict_pop(n):
    numbers = {1: 10, 2: 20, 3: 30}
    first = numbers.pop(n, -1)
    second = numbers.pop(1)
    return first, second, numbers


@construct((["ant", "bee", "asp"],), ([],))
def dict_setdefault(words):
    by_letter = {}
    for word in words:
        by_letter.setdefault(word[0], []).append(word)
    return by_letter


@construct((2,))
def dict_update(n):
    numbers = {1: 1, 2: 2}
    numbers.update({n: 20, 3: 30})
    numbers |= {4: 40}
    return numbers


@construct((2,))
def dict_merge(n):
    one = {1: 1, 2: 2}
    return {**one, n: 0}, one | {9: 9}


@construct(([1, 2, 3],), ([],))
def dict_of_zip(items):
    return dict(zip(items, NAMES))


@construct((["a", "b", "a"],), ([],))
def dict_from_keys(words):
    return list(dict.fromkeys(words))


@construct((3,), (0,))
def dict_truth_and_length(n):
    numbers = {i: i for i in range(n)}
    return len(numbers), bool(numbers), not numbers


@construct((2,))
def dict_copy(n):
    one = {1: 1}
    two = dict(one)
    three = one.copy()
    two[n] = 5
    return one, two, three == one


@construct((["a", "b", "a"],), ([],))
def default_dict(words):
    counts = collections.defaultdict(int)
    for word in words:
        counts[word] += 1
    return sorted(counts.items())


@construct(("red", 4), ("green", 0))
def dict_of_strings(light, n):
    for _ in range(n):
        light = NEXT[light]
    return light


# -- sets -------------------------------------------------------------------------------------


@construct((7,), (8,))
def set_in(square):
    return square in CORNERS, square not in CORNERS


@construct(([1, 2, 2, 3],), ([],))
def set_add(items):
    seen = set()
    doubled = []
    for x in items:
        if x in seen:
            doubled.append(x)
        seen.add(x)
    return len(seen), doubled


@construct(([1, 2, 3], [2, 3, 4]), ([], [1]))
def set_operators(a, b):
    one, two = set(a), set(b)
    return sorted(one | two), sorted(one & two), sorted(one - two), sorted(one ^ two)


@construct(([1, 2], [1, 2, 3]), ([4], [1]), ([], []))
def set_comparisons(a, b):
    one, two = set(a), set(b)
    return one <= two, one < two, one == two, one.issubset(two), one.isdisjoint(two)


@construct((3,))
def set_literal(n):
    return {1, 2, n}


@construct((2,), (9,))
def set_discard_and_remove(n):
    numbers = {1, 2, 3}
    numbers.discard(n)
    numbers.discard(n)
    numbers.remove(1)
    return numbers


@construct((1,), (9,))
def set_remove_raises(n):
    numbers = {1, 2, 3}
    numbers.remove(n)
    return len(numbers)


@construct(([(0, 1), (1, 1), (0, 1)],), ([],))
def set_of_tuples(cells):
    return len(set(cells)), (0, 1) in set(cells)


@construct(("education",), ("rhythm",))
def set_of_letters(text):
    return len(set(text) & VOWELS)


@construct((3,))
def frozen_set(n):
    one = frozenset({1, 2})
    return one | {n}, len(one)


@construct(([1, 2], [3]), ([], []))
def set_update(a, b):
    found = set(a)
    found.update(b)
    found |= {0}
    return sorted(found)


# -- match ------------------------------------------------------------------------------------


@construct((1,), (2,), (3,), (99,), (-1,))
def match_values(n):
    match n:
        case 1:
            return "one"
        case 2 | 3:
            return "few"
        case -1:
            return "minus one"
        case _:
            return "many"


@construct(("up",), ("down",), ("left",), ("?",))
def match_strings(word):
    match word:
        case "up":
            return -8
        case "down":
            return 8
        case "left" | "right":
            return 1
    return 0


@construct(((0, 0),), ((0, 5),), ((5, 0),), ((3, 3),), ((1, 2),))
def match_tuples(pair):
    match pair:
        case (0, 0):
            return "origin"
        case (0, y):
            return f"y {y}"
        case (x, 0):
            return f"x {x}"
        case (x, y) if x == y:
            return "diagonal"
        case _:
            return "elsewhere"


@construct((5,), (-5,), (0,))
def match_guards(n):
    match n:
        case x if x > 0:
            return x
        case x if x < 0:
            return -2 * x
        case _:
            return 0


@construct((Point(0, 3),), (Point(2, 0),), (Point(4, 4),))
def match_classes(point):
    match point:
        case Point(x=0, y=y):
            return y
        case Point(x, 0):
            return 10 * x
        case Point(x, y):
            return 100 * x + y


@construct((Clock(1, 2),), (Clock(0, 30),))
def match_dataclass(clock):
    match clock:
        case Clock(hours=0, minutes=m):
            return m
        case Clock(hours=h):
            return 100 * h


@construct((Side.LEFT,), (Side.RIGHT,))
def match_enum(side):
    match side:
        case Side.LEFT:
            return 1
        case Side.RIGHT:
            return 2


@construct(([1, 2, 3],), ([],), ([4],), ([5, 6],))
def match_sequences(items):
    match items:
        case []:
            return 0
        case [x]:
            return x
        case [first, *rest]:
            return first * 100 + len(rest)


@construct((1, 2), (2, 1), (3, 3))
def match_two_values(a, b):
    match a, b:
        case 1, n:
            return n
        case (2 | 3) as m, _:
            return 10 * m


# -- assignment expressions -------------------------------------------------------------------


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


# -- functions, closures, lambdas -------------------------------------------------------------


@construct((3,), (0,))
def nested_function(n):
    def double(x):
        return 2 * x

    return double(n) + double(1)


@construct((3,), (0,))
def closure(n):
    def add(x):
        return x + n

    return [add(i) for i in range(3)]


@construct((3,), (0,))
def closure_sees_later_changes(n):
    total = n

    def read():
        return total

    total += 100
    return read()


@construct((3,), (0,))
def closure_changes_a_list(n):
    found = []

    def add(x):
        found.append(x)

    for i in range(n):
        add(i * i)
    return found


@construct((4,), (0,))
def nonlocal_variable(n):
    count = 0

    def step():
        nonlocal count
        count += 2
        return count

    return [step() for _ in range(n)], count


@construct((5,), (0,), (1,))
def recursive_closure(n):
    def factorial(k):
        return 1 if k <= 1 else k * factorial(k - 1)

    return factorial(n)


@construct(((0, 1, 1, 0, 1, 0, 0, 1, 1), 1), ((0, 1, 1, 0, 1, 0, 0, 1, 1), 0))
def recursive_closure_with_a_set(cells, start):
    seen = set()

    def visit(cell):
        if cell in seen or not cells[cell]:
            return
        seen.add(cell)
        row, col = divmod(cell, 3)
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= r < 3 and 0 <= c < 3:
                visit(3 * r + c)

    visit(start)
    return sorted(seen)


@construct((3,), (0,))
def returned_closure(n):
    def adder(k):
        def add(x):
            return x + k

        return add

    add_n, add_ten = adder(n), adder(10)
    return add_n(1), add_ten(1), adder(5)(6)


@construct((3,), (-3,))
def lambda_in_a_variable(n):
    square = lambda x: x * x
    return square(n) + square(2)


@construct((3,), (-3,))
def lambda_with_closure(n):
    return [f(10) for f in [lambda x: x + n]]


def _apply(function, x):
    return function(x)


@construct((3,), (-3,))
def function_as_argument(n):
    return _apply(abs, n), _apply(lambda x: x * n, 4), _apply(_double, n)


def _double(x):
    return 2 * x


def _with_defaults(a, b=10, *, c=100, d=None):
    return a + b + c + (0 if d is None else d)


@construct((1,), (0,))
def default_and_keyword_arguments(n):
    return (
        _with_defaults(n),
        _with_defaults(n, 2),
        _with_defaults(n, c=3),
        _with_defaults(b=n, a=4, d=5),
    )


def _three(a, b, c):
    return 100 * a + 10 * b + c


@construct(((1, 2, 3),), ((0, 5, 0),))
def starred_call(t):
    return _three(*t)


@construct(((1, 2),), ((8, 9),))
def starred_call_with_more(t):
    return _three(7, *t), _three(*t, 7), max(*t)


def _total(*numbers):
    return sum(numbers) * 10 + len(numbers)


@construct((3,), (0,))
def variable_arguments(n):
    return _total(), _total(n), _total(n, 2, 3)


@construct((3,))
def keyword_dict_call(n):
    arguments = {"b": n, "c": 5}
    return _three(1, **arguments)


@construct((10,), (0,), (1,))
def recursion(n):
    return n if n < 2 else recursion(n - 1) + recursion(n - 2)


def _is_even(n):
    return True if n == 0 else _is_odd(n - 1)


def _is_odd(n):
    return False if n == 0 else _is_even(n - 1)


@construct((7,), (0,), (8,))
def mutual_recursion(n):
    return _is_even(n), _is_odd(n)


def _paths(cell, size, path):
    if cell == (size, size):
        return [path]
    x, y = cell
    found = []
    if x < size:
        found += _paths((x + 1, y), size, (*path, "r"))
    if y < size:
        found += _paths((x, y + 1), size, (*path, "d"))
    return found


@construct((2,), (0,), (1,))
def recursion_that_collects_paths(n):
    return _paths((0, 0), n, ())


@construct((3, "a", "c"), (1, "x", "y"))
def recursion_with_strings(n, start, end):
    if n == 0:
        return ""
    middle = "b"
    return (
        recursion_with_strings(n - 1, start, middle)
        + start
        + end
        + recursion_with_strings(n - 1, middle, end)
    )


@functools.cache
def _triangle(n):
    return n if n < 2 else n + _triangle(n - 1)


@construct((30,), (1,))
def cached_function(n):
    return _triangle(n)


@construct((5,), (0,))
def partial_function(n):
    add = functools.partial(_three, 1, c=n)
    return add(2)


@construct((5,), (0,))
def function_without_result(n):
    def nothing(x):
        x + 1

    return nothing(n), n


# -- NamedTuples, dataclasses, enums ----------------------------------------------------------


@construct((Point(1, 2),), (Point(-1, 0),))
def namedtuple_fields(point):
    return point.x, point[1], point[-1], len(point), sum(point)


@construct((Point(1, 2), 5), (Point(0, -9), 0))
def namedtuple_methods(point, n):
    return point.moved(n, 1), point.size, Point.diagonal(n), Point.origin()


@construct((Point(1, 2),))
def namedtuple_operator(point):
    return point + (1, 1)


@construct((1, 2))
def namedtuple_made_in_different_ways(a, b):
    return Point(a, b), Point(a), Point(y=a, x=b), Point(*(a, b))


@construct((Point(1, 2), 7))
def namedtuple_replace(point, n):
    return point._replace(x=n), point._replace(x=n, y=n + 1)


@construct((Piece(Point(1, 2), "king"), 5))
def nested_replace(piece, n):
    return piece._replace(at=piece.at._replace(y=n), health=piece.health / 2)


@construct((World((Piece(Point(1, 2), "king"), Piece(Point(3, 4), "pawn", 0.5)), 0), 1))
def replace_in_a_tuple_of_namedtuples(world, i):
    pieces = list(world.pieces)
    pieces[i] = pieces[i]._replace(kind="queen")
    return world._replace(pieces=tuple(pieces), turn=1 - world.turn)


@construct((Point(1, 2),))
def namedtuple_unpacking(point):
    x, y = point
    return [y, x, *point]


@construct((Point(1, 2), (1, 2)), (Point(1, 2), (2, 1)))
def namedtuple_equals_tuple(point, pair):
    return point == pair, point < pair, point in [(1, 2)], (1, 2) in {point}


@construct((Old(1, 2),))
def old_namedtuple(old):
    return Old(old.y, old.x), old._replace(x=9)


@construct((1,))
def old_namedtuple_with_defaults(n):
    return Defaulted(n), Defaulted(n, 2), Defaulted(b=n, a=3)


@construct((Clock(23, 50), 20), (Clock(1), 5))
def dataclass_methods(clock, minutes):
    return clock.later(minutes), clock.total, clock.minutes


@construct((Clock(23, 50), 20))
def dataclass_replace(clock, n):
    return replace(clock, hours=n), clock == Clock(23, 50)


@construct((1, 2), (1, 3), (0, 9))
def dataclass_order(a, b):
    return Version(a, b) < Version(1, 3), Version(a, b) == Version(1, 3)


@construct(([1, 2, 3],), ([],))
def dataclass_that_changes(items):
    counter = Counter()
    for x in items:
        counter.add(x)
    return counter.value, counter.seen


@construct(([1, 2, 3],), ([],))
def class_that_changes(items):
    stack = Stack()
    for x in items:
        stack.push(x)
    return len(stack), stack.pop()


@construct((Side.LEFT,), (Side.RIGHT,))
def enum_methods(side):
    return side.other, side.step(), side.value, side.name


@construct((Side.LEFT,), (Side.RIGHT,))
def enum_comparisons(side):
    return side is Side.LEFT, side == Side.RIGHT, side != Side.RIGHT, side in (Side.LEFT,)


@construct((2,), (0,))
def enum_loop(n):
    return [mode.value * n for mode in Mode], len(Mode)


@construct(("l",), ("r",), ("x",))
def enum_from_value(text):
    return Side(text).step()


@construct((Rank.LOW,), (Rank.HIGH,))
def int_enum(rank):
    return rank + 1, rank < Rank.MIDDLE, max(rank, Rank.MIDDLE) == rank, int(rank)


@construct((Mode.ON, 3), (Mode.OFF, 4))
def enum_as_dict_key(mode, n):
    return {Mode.OFF: 0, Mode.ON: n, Mode.AUTOMATIC: -n}[mode]


@construct((3,), (-3,))
def isinstance_of_namedtuple(n):
    value = Point(n, n)
    return isinstance(value, Point), isinstance(value, tuple), isinstance(n, int)


@construct((3,), (-3,))
def list_of_namedtuples(n):
    points = [Point(i, n) for i in range(3)]
    points[0] = points[0].moved(1, 1)
    return points, [p.x for p in points if p.y == n]


# -- itertools and functools ------------------------------------------------------------------


@construct((2,), (0,))
def itertools_product(n):
    return list(product(range(n), "ab")), list(product((0, 1), repeat=n))


@construct(([1, 2], (3, 4)), ([], (3, 4)))
def itertools_chain(a, b):
    return list(chain(a, b)), sum(chain(b, b))


@construct(([[1, 2], [], [3]],))
def itertools_chain_from_iterable(rows):
    return list(chain.from_iterable(rows))


@construct(([1, 2, 3, 4],), ([1],))
def itertools_combinations(items):
    return list(combinations(items, 2))


@construct(([1, 2, 3],), ([],))
def itertools_permutations(items):
    return list(permutations(items)), len(list(permutations(items, 2)))


@construct(([1, 2, 3],), ([],))
def itertools_accumulate(items):
    return list(itertools.accumulate(items)), list(itertools.accumulate(items, max))


@construct(([1, 4, 9],), ([],), ([1],))
def itertools_pairwise(items):
    return [b - a for a, b in pairwise(items)]


@construct((10,), (0,))
def itertools_count_with_break(n):
    for i in itertools.count(1):
        if i * i > n:
            break
    return i


@construct(([1, 2, 3, 4, 5], 2), ([], 2))
def itertools_islice(items, n):
    return list(itertools.islice(items, n)), list(itertools.islice(items, 1, None, n))


@construct((3,), (0,))
def itertools_repeat(n):
    return list(itertools.repeat(7, n))


@construct(([1, 2, 9, 1],), ([],))
def itertools_takewhile_and_dropwhile(items):
    small = lambda x: x < 5
    return list(itertools.takewhile(small, items)), list(itertools.dropwhile(small, items))


@construct((5,), (0,))
def itertools_cycle(n):
    players = itertools.cycle("XO")
    return "".join(next(players) for _ in range(n))


@construct(([1, 2], [3]))
def itertools_zip_longest(a, b):
    return list(itertools.zip_longest(a, b, fillvalue=0))


@construct(("aaabcc",), ("",))
def itertools_groupby(text):
    return [(letter, len(list(group))) for letter, group in itertools.groupby(text)]


@construct(([1, 2, 3],), ([],))
def functools_reduce(items):
    return reduce(lambda a, b: 10 * a + b, items, 0)


@construct(([5, 1, 3],), ([],))
def functools_reduce_without_start(items):
    return reduce(operator.sub, items)


# -- errors -----------------------------------------------------------------------------------


@construct(((1, 2, 3), 1), ((1, 2, 3), 5), ((1, 2, 3), -4))
def except_index_error(t, i):
    try:
        return t[i]
    except IndexError:
        return -1


@construct(("n",), ("x",))
def except_key_error(piece):
    try:
        worth = WORTH[piece]
    except KeyError:
        worth = 0
    return worth + 1


@construct(("12",), ("twelve",), ("",))
def except_value_error(text):
    try:
        return int(text)
    except ValueError:
        return -1


@construct((6, 3), (6, 0))
def except_zero_division(a, b):
    try:
        return a // b
    except ZeroDivisionError:
        return None


@construct((1,), (5,))
def try_else(i):
    try:
        x = PRIMES[i]
    except IndexError:
        return "none"
    else:
        return str(x)


@construct((1,), (5,))
def try_finally(i):
    log = []
    try:
        log.append(PRIMES[i])
    except IndexError:
        log.append(-1)
    finally:
        log.append(0)
    return log


@construct((1, "p"), (9, "p"), (1, "x"))
def except_one_of_several(i, piece):
    try:
        return PRIMES[i] * WORTH[piece]
    except (IndexError, KeyError):
        return 0


@construct((1, "p"), (9, "p"), (1, "x"))
def except_clauses_in_order(i, piece):
    try:
        return PRIMES[i] * WORTH[piece]
    except IndexError:
        return -1
    except LookupError:
        return -2


@construct((3,), (-3,))
def raise_error(n):
    if n < 0:
        raise ValueError("n is negative")
    return n


@construct((3,), (-3,), (-30,))
def raise_and_catch(n):
    try:
        return raise_error(n)
    except ValueError:
        if n < -10:
            raise
        return 0


@construct((3,), (-3,))
def error_message(n):
    try:
        return str(raise_error(n))
    except ValueError as error:
        return str(error)


@construct((3,), (0,))
def assertion(n):
    assert n > 0, "n must be positive"
    return n


@construct((4,), (0,))
def errors_that_are_not_caught(n):
    return 10 // n, 10 % n


@construct(("p",), ("x",))
def key_error_not_caught(piece):
    return -WORTH[piece]


@construct((2.0,), (0.0,))
def float_division_by_zero(x):
    return 1.0 / x


@construct((4.0,), (-4.0,))
def math_domain_error(x):
    return math.sqrt(x)


@construct(([1, 2],), ([1],), ([1, 2, 3],))
def wrong_number_to_unpack(items):
    a, b = items
    return a - b


@construct(([1],), ([],))
def pop_from_empty_list(items):
    items = list(items)
    return items.pop()


@construct((True,), (False,))
def unbound_variable(flag):
    if flag:
        value = 1
    return value


@construct((1,), (3,), (9,))
def stop_early_by_error(n):
    found = []
    try:
        for i in range(n, n + 5):
            found.append(PRIMES[i])
    except IndexError:
        pass
    return found


# -- strings ----------------------------------------------------------------------------------


@construct(("abc", "b"), ("abc", "x"), ("", ""))
def string_in(text, part):
    return part in text, part not in text


@construct(("hello world", "o"), ("hello", "zz"))
def string_find_and_count(text, part):
    return text.find(part), text.count(part), text.rfind(part)


@construct(("hello", "l"), ("hello", "z"))
def string_index(text, part):
    return text.index(part)


@construct((["a", "b", "c"],), ([],))
def string_join(words):
    return "".join(words), "-".join(words), ", ".join(words)


@construct((4,), (0,))
def string_join_generator(n):
    return " ".join(str(i) for i in range(n))


@construct(("banana",), ("",))
def string_replace(text):
    return text.replace("an", "AN"), text.replace("a", "", 1)


@construct(("banana",), ("",), ("nab",))
def string_starts_and_ends(text):
    return text.startswith("ba"), text.endswith("na"), text.startswith(("n", "x"))


@construct(("Hello",), ("ABC",), ("",), ("a1",))
def string_case(text):
    return text.upper(), text.lower(), text.isupper(), text.islower(), text.swapcase()


@construct(("a",), ("7",), (" ",), ("",))
def string_kinds(text):
    return text.isalpha(), text.isdigit(), text.isspace(), text.isalnum()


@construct(("a,b,,c",), ("",))
def string_split(text):
    return text.split(",")


@construct(("  a b  c ",), ("",))
def string_split_on_spaces(text):
    return text.split()


@construct(("  ab  ",), ("",))
def string_strip(text):
    return text.strip(), text.lstrip(), text.rstrip(), text.strip(" a")


@construct(("ab\ncd",), ("",))
def string_split_lines(text):
    return text.splitlines()


@construct((3, -7), (0, 0))
def f_string_of_ints(a, b):
    return f"{a} and {b}: {a + b}"


@construct((3, "x"), (12, ""))
def f_string_with_format(n, text):
    return f"{n:3d}|{n:03}|{text}{n}"


@construct(("a",), ("z",))
def ord_and_chr(letter):
    return ord(letter) - ord("a"), chr(ord(letter) + 1)


@construct(("12",), ("-7",), ("x",), ("",), ("é",), ("3é",))
def int_of_string(text):
    return int(text)


@construct((12,), (-7,), (0,))
def string_of_int(n):
    return str(n), repr(n), len(str(n))


@construct(("ab", 3), ("", 5), ("x", 0))
def string_multiplied(text, n):
    return text * n, n * "-"


@construct(("abc", "abd"), ("b", "abc"), ("", ""))
def string_comparison(a, b):
    return a < b, a == b, a >= b, a != b, max(a, b)


@construct(("hello",), ("",))
def string_iteration(text):
    found = ""
    for letter in text:
        found = letter + found
    return found


@construct(("abc",), ("",))
def string_enumerate(text):
    return [(i, letter) for i, letter in enumerate(text)]


@construct(("abcd", 2, "X"), ("abcd", 0, ""))
def string_with_one_letter_changed(text, i, letter):
    return text[:i] + letter + text[i + 1 :]


@construct(("",), ("x",))
def string_truth(text):
    return bool(text), not text, text or "empty", len(text)


@construct((3, 4), (0, 7))
def square_names(row, col):
    return LETTERS[col] + str(row + 1), LETTERS.index("c")


@construct(("e4",), ("a1",))
def square_from_name(name):
    col, row = name
    return LETTERS.index(col) + 8 * (int(row) - 1)


@construct(("X.O/.X./O.X",), ("/",))
def board_from_text(text):
    return [list(row) for row in text.split("/")]


@construct(("abc",), ("",))
def string_of_sorted_letters(text):
    return "".join(sorted(text, reverse=True)), "".join(reversed(text))


@construct(("hello",), ("",))
def string_translate_by_dict(text):
    return "".join({"l": "L", "o": "0"}.get(letter, letter) for letter in text)


@construct(("7",), ("42",))
def string_padding(text):
    return text.zfill(4), text.rjust(4), text.ljust(4, "."), text.center(5)


@construct((5,), (255,))
def binary_and_hex_text(n):
    return bin(n), hex(n), f"{n:b}", f"{n:08b}"


@construct(("key=value",), ("none",))
def string_partition(text):
    return text.partition("=")


@construct(("é→∞",), ("ascii",))
def string_beyond_ascii(text):
    return len(text), text[0], text[::-1], text + "ü"


# -- numbers ----------------------------------------------------------------------------------


@construct((7, 2), (-7, 2), (7, -2), (-7, -2), (0, 3), (1, 0))
def floor_division_and_modulo(a, b):
    return a // b, a % b


@construct((7, 2), (-7, 2), (1, 0))
def true_division(a, b):
    return a / b


@construct((7.5, 2.0), (-7.5, 2.0), (7.5, -2.0))
def float_floor_division_and_modulo(a, b):
    return a // b, a % b


@construct((17, 5), (-17, 5), (17, -5), (1, 0))
def divmod_of_ints(a, b):
    return divmod(a, b)


@construct((2, 10), (3, 0), (-2, 3), (0, 0))
def power_of_ints(a, b):
    return a**b, pow(a, b)


@construct((3, 20, 7), (2, 0, 5))
def power_modulo(a, b, m):
    return pow(a, b, m)


@construct((2.0, 3), (0.5, -2))
def power_of_float(x, n):
    return x**n


@construct((2, -1), (4, -2))
def power_with_negative_exponent(a, b):
    return float(a) ** b


@construct((2.5,), (3.5,), (-2.5,), (2.4,), (-0.4,))
def round_to_int(x):
    return round(x)


@construct((2.345,), (-1.005,), (10.0,))
def round_to_digits(x):
    return round(x, 2), round(x, 1)


@construct((3,), (-3,), (0,))
def absolute_value(n):
    return abs(n), abs(n / 2)


@construct((2.7,), (-2.7,), (0.0,))
def int_of_float(x):
    return int(x), math.floor(x), math.ceil(x), math.trunc(x)


@construct((3,), (0,))
def float_of_int(n):
    return float(n), n * 1.0, n + 0.5, n * HALF


@construct((5, 3), (-8, 1), (0, 0))
def bit_operators(a, b):
    return a & b, a | b, a ^ b, ~a, a << b, a >> b


@construct((1, 2), (1, -1), (3, 0))
def shift_by_a_negative_number(a, b):
    return a << b


@construct((10,), (0,), (255,), (-6,))
def bit_methods(n):
    return n.bit_count(), n.bit_length(), n & -n


@construct((0b10110,), (0,))
def bit_loop(bits):
    squares = []
    while bits:
        squares.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return squares


@construct((3, 2.5), (2, 2.0), (-1, 0.0))
def int_and_float_compare(n, x):
    return n < x, n == x, n + x, n * x, n - x


@construct((True, False), (True, True), (False, False))
def bool_arithmetic(a, b):
    return a + b, a * 3, a and b, a or b, not a, a ^ b, a & b, a == 1


@construct((3, 0), (0, 5), (0, 0))
def and_or_give_values(a, b):
    return a and b, a or b, (a or b) and 7


@construct((5,), (0,), (-5,))
def truth_of_numbers(n):
    return bool(n), not n, bool(n * 0.5)


@construct((5,), (15,), (10,))
def chained_comparison(n):
    return 0 < n < LIMIT, 0 <= n <= LIMIT != n, 1 < n > 7


@construct((3, True), (3, False), (-3, True), (-3, False), (0, True), (0, False))
def conditional_expression_as_condition(n, up):
    found = []
    limit = None if n == 0 else n
    if (n > 1) if up else (n < -1):
        found.append("beyond")
    if not ((n > 1) if up else (n < -1)):
        found.append("within")
    if (limit > 1) if limit is not None else up:
        found.append("limited")
    if "text" if n else []:
        found.append("of another type")
    if (1 / n > 0) if n else False:
        found.append("divided")
    while (n > 0) if up else (n < 0):
        n -= 1 if up else -1
    assert n == 0 if (n >= 0 if up else n <= 0) else True
    return found, n


@construct((5,), (-5,), (0,))
def conditional_expression(n):
    return "plus" if n > 0 else "minus" if n < 0 else "zero"


@construct((5, 7))
def swap(a, b):
    a, b = b, a
    return a, b


@construct((5,))
def augmented_assignments(n):
    a = b = n
    a += 2
    a *= 3
    a -= 1
    b //= 2
    b **= 3
    b %= 5
    a <<= 1
    a ^= 7
    a |= 64
    a &= 127
    return a, b


@construct((9.0,), (2.0,), (0.25,))
def math_functions(x):
    return math.sqrt(x), math.floor(x), math.hypot(x, x) > x, math.fabs(-x)


@construct((2.0,), (0.5,))
def math_functions_rounded(x):
    return (
        round(math.exp(x), 9),
        round(math.log(x), 9),
        round(math.log2(x), 9),
        round(math.sin(x) + math.cos(x), 9),
        round(math.tanh(x), 9),
        round(math.atan2(x, 3.0), 9),
    )


@construct((12, 18), (0, 5), (-4, 6))
def math_of_ints(a, b):
    return math.gcd(a, b), math.isqrt(abs(b)), math.comb(5, abs(a) % 6), math.factorial(b % 7)


@construct((1.0,), (-1.0,), (0.0,))
def infinity(x):
    return x < math.inf, -math.inf < x, math.isinf(x), max(x, -math.inf), float("inf") > x


@construct((math.nan,), (1.0,))
def not_a_number(x):
    return x == x, math.isnan(x), x < 1.0, x != x


@construct((0.1, 0.2), (1e300, 1e300))
def float_arithmetic(a, b):
    return a + b, a * b, -a, a - b, (a + b) / 2


@construct((7,), (-1,))
def int_limits(n):
    return n + 2**62, -(2**62) - n, 0x7FFF_FFFF - n, 1_000_000 * n


# -- None and varying types -------------------------------------------------------------------


@construct((5,), (-5,))
def optional_result(n) -> Optional[int]:
    if n > 0:
        return n
    return None


@construct((5,), (-5,))
def result_on_one_path_only(n):
    if n > 0:
        return n * 2


@construct(([1, 5, 9],), ([1],))
def is_none(items):
    found = None
    for x in items:
        if x > 3:
            found = x
            break
    if found is None:
        return "nothing"
    return str(found)


@construct(([3, 1, 2],), ([],))
def none_until_found(items):
    best = None
    for x in items:
        if best is None or x < best:
            best = x
    return best


@construct((3,), (0,))
def none_in_a_list(n):
    cells = [None] * 3
    cells[n % 3] = n
    return cells, cells.count(None), cells[1] is None


@construct((3,), (0,))
def none_in_a_tuple(n):
    state = (n, None)
    if state[1] is None:
        state = (n, n + 1)
    return state


@construct((3,), (0,))
def none_is_false(n):
    value = n if n else None
    return (value or 10), not value, EMPTY is None


@construct((3,), (0,))
def variable_changes_its_type(n):
    value = n
    value = str(value)
    value = [value, value]
    return value


# -- loops ------------------------------------------------------------------------------------


@construct(([1, 2, 3],), ([9, 1],), ([],))
def for_else(items):
    for x in items:
        if x > 5:
            result = "found"
            break
    else:
        result = "none"
    return result


@construct((10,), (7,), (1,))
def while_else(n):
    divisor = 2
    while divisor * divisor <= n:
        if n % divisor == 0:
            break
        divisor += 1
    else:
        return "prime"
    return divisor


@construct((10,), (0,))
def break_and_continue(n):
    total = 0
    for i in range(n):
        if i % 2:
            continue
        if i > 6:
            break
        total += i
    return total


@construct((4,), (0,))
def nested_loops_with_break(n):
    found = []
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            found.append(i * j)
    return found


@construct((27,), (1,))
def while_loop(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@construct((5,), (1,))
def while_true(n):
    total = 0
    while True:
        total += n
        n -= 1
        if n <= 0:
            return total


@construct((2, 11, 3), (11, 2, -3), (5, 5, 1), (0, 1, 0))
def range_forms(a, b, step):
    return list(range(a, b)), list(range(a, b, step))


@construct((10,), (3,))
def range_properties(n):
    numbers = range(0, n, 3)
    return len(numbers), numbers[-1], 6 in numbers, list(numbers[1:]), list(range(n, 0, -4))


@construct((3,), (1,))
def loop_variable_after_the_loop(n):
    for i in range(n):
        pass
    return i


@construct((3,))
def loop_variable_assigned_in_the_loop(n):
    seen = []
    for i in range(n):
        seen.append(i)
        i = 100
    return seen, i


@construct((["a", "b"],), ([],))
def enumerate_from_zero(words):
    return [f"{i}{word}" for i, word in enumerate(words)]


@construct((["a", "b"],), ([],))
def enumerate_from_one(words):
    return list(enumerate(words, 1)), [i for i, _ in enumerate(words, start=5)]


@construct(([1, 2, 3], ["a", "b"]), ([], ["a"]))
def zip_uneven(numbers, letters):
    return list(zip(numbers, letters))


@construct(([1, 2], [3, 4]), ([1], []), ([], []))
def zip_strict(a, b):
    return [x * y for x, y in zip(a, b, strict=True)]


@construct(([1, 2, 3], [4, 5, 6], [7, 8, 9]))
def zip_of_three(a, b, c):
    return [x + y + z for x, y, z in zip(a, b, c)], list(enumerate(zip(a, b)))


@construct(([(1, 2), (3, 4)],))
def zip_star(pairs):
    return list(zip(*pairs))


@construct(([1, -2, 3],), ([],))
def map_of_function(items):
    return list(map(abs, items)), list(map(lambda x: x * x, items)), sum(map(_double, items))


@construct(([1, 2], [10, 20]))
def map_of_two(a, b):
    return list(map(lambda x, y: x + y, a, b)), tuple(map(max, a, b))


@construct((["1", "22"],), ([],))
def map_of_int(words):
    return list(map(int, words))


@construct(([1, -2, 3, 0],), ([],))
def filter_of_function(items):
    return list(filter(lambda x: x > 0, items)), list(filter(None, items))


# -- unpacking --------------------------------------------------------------------------------


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


# -- lists that change ------------------------------------------------------------------------


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


# -- constants --------------------------------------------------------------------------------


@construct((2,), (-1,), (9,))
def global_list(i):
    return PRIMES[i], len(PRIMES), 7 in PRIMES


@construct((1,), (0,))
def global_list_of_lists(i):
    return GRID[i][2], [row[i] for row in GRID], sum(map(sum, GRID))


@construct((2,))
def global_string(i):
    return LETTERS[i], "c" in LETTERS, LETTERS[i:5]


@construct(("a",), ("b",))
def global_set(letter):
    return letter in VOWELS, len(VOWELS)


@construct((0,), (2,))
def global_list_of_strings(i):
    return NAMES[i], NAMES.index("cid"), "bob" in NAMES


@construct((4,), (3,))
def global_nested_tuple(n):
    return [line for line in LINES if n in line]


# -- other ------------------------------------------------------------------------------------


@construct((3,))
def print_something(n):
    print("n is", n)
    return n


@construct((3,), (5,))
def docstring_and_pass(n):
    """Only a docstring, and then this."""
    if n > 4:
        pass
    return n


@construct((3,))
def annotated_variables(n: int) -> int:
    total: int = 0
    names: list[str] = []
    total += n + len(names)
    return total


@construct((3, 4))
def underscore_variables(a, b):
    _, c = a, b
    for _ in range(2):
        c += 1
    return c


@construct((3,), (0,))
def hash_of_equal_values(n):
    return hash((n, 1)) == hash((n, 1)), hash(n) == n


@construct((3,), (-1,))
def is_and_equality(n):
    a = (n, n)
    b = a
    return a is b, a == (n, n), n is not None


@construct((3,), (0,))
def several_returns(n):
    if n > 2:
        return "big", n
    if n > 0:
        return "small", n
    return "none", 0


@construct((65,), (66,))
def types_as_functions(n):
    return int("5") + n, float("1.5"), bool(n), str(n), tuple("ab"), list((n,))


@construct((3,), (0,))
def lazy_evaluation(n):
    return n != 0 and 10 // n > 2, n == 0 or 10 % n == 1


@construct(([3, 1, 2],), ([],))
def insertion_sort(items):
    row = list(items)
    for i in range(1, len(row)):
        x = row[i]
        j = i
        while j > 0 and row[j - 1] > x:
            row[j] = row[j - 1]
            j -= 1
        row[j] = x
    return row


@construct((20,), (2,))
def sieve(n):
    is_prime = [True] * n
    is_prime[0] = is_prime[1] = False
    for i in range(2, n):
        if is_prime[i]:
            for j in range(i * i, n, i):
                is_prime[j] = False
    return [i for i, prime in enumerate(is_prime) if prime]


@construct((4,), (1,), (6,))
def queens(n):
    def place(row, columns):
        if row == n:
            return 1
        return sum(
            place(row + 1, (*columns, c))
            for c in range(n)
            if all(c != d and abs(c - d) != row - r for r, d in enumerate(columns))
        )

    return place(0, ())


# -- where a compiler may go wrong ------------------------------------------------------------


@construct(([1, 2],))
def alias_and_augmented_assignment(items):
    a = list(items)
    b = a
    b += [3]
    b = b + [4]
    return a, b


@construct(((1, 2),))
def tuple_and_augmented_assignment(t):
    a = t
    b = a
    b += (3,)
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
def list_in_a_dict_is_not_copied(n):
    rows = {"a": [], "b": []}
    row = rows["a"]
    row.append(n)
    return rows


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


@construct((3,), (0,))
def range_is_fixed_at_the_start(n):
    total = 0
    for i in range(n):
        n += 10
        total += i + n
    return total, n


@construct((3,), (0,))
def closures_in_a_loop_see_the_last_value(n):
    functions = [lambda: i for i in range(n)]
    return [f() for f in functions]


@construct((3,), (0,))
def closures_with_defaults_keep_their_value(n):
    functions = [lambda x, i=i: x + i for i in range(n)]
    return [f(10) for f in functions]


@construct((3,))
def generators_are_lazy(n):
    factor = 1
    numbers = (factor * i for i in range(n))
    factor = 100
    return list(numbers)


@construct((4,))
def generator_is_used_up(n):
    numbers = (i for i in range(n))
    return 2 in numbers, list(numbers), list(numbers)


@construct((4,), (1,))
def two_loops_over_one_iterator(n):
    numbers = iter(range(n))
    return [(a, b) for a, b in zip(numbers, numbers)]


def _noted(log, x):
    log.append(x)
    return x


@construct((1, 2), (5, 0), (0, 5))
def order_of_evaluation(a, b):
    log = []
    total = _noted(log, a) - _noted(log, b) * _noted(log, 3)
    pair = (_noted(log, 4), _noted(log, 5))
    return total, pair, log


@construct((5,), (0,), (-5,))
def middle_of_a_chain_is_evaluated_once(n):
    log = []
    return 0 < _noted(log, n) < 3, log


@construct((5,), (0,))
def short_circuit(n):
    log = []
    value = _noted(log, n) or _noted(log, 7)
    other = _noted(log, n) and _noted(log, 8)
    return value, other, log


@construct(([1, -1, 2],), ([],))
def any_stops_early(items):
    log = []
    return any(_noted(log, x) < 0 for x in items), log


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


@construct((True,), (False,))
def bool_as_index(flag):
    return "XO"[flag], (10, 20)[not flag], [1, 2][flag]


@construct((1,), (0,), (7,))
def bool_and_int_are_equal_keys(n):
    return {0: "no", 1: "yes"}.get(n > 0), {True: 5}.get(n, 0), (n > 0) in (0, 1)


@construct((1,), (2,))
def int_and_float_are_equal_keys(n):
    return {1: "a", 2.0: "b"}[n], n in {1.0, 2.0}, len({n, float(n)})


@construct((5,), (0,))
def return_in_try_with_finally(n):
    log = []

    def inner():
        try:
            return 10 // n
        finally:
            log.append("done")

    try:
        value = inner()
    except ZeroDivisionError:
        value = -1
    return value, log


@construct((3,), (0,))
def break_and_continue_in_try(n):
    found = []
    for i in range(-2, 5):
        try:
            if i == n:
                break
            if i == -1:
                continue
            found.append(6 // i)
        except ZeroDivisionError:
            found.append(0)
        finally:
            found.append(-9)
    return found


def _numbers_until_an_error(n):
    for i in range(3):
        yield 6 // (n - i)


@construct((5,), (1,), (0,))
def error_in_a_generator(n):
    found = []
    try:
        for x in _numbers_until_an_error(n):
            found.append(x)
    except ZeroDivisionError:
        found.append(-1)
    return found


@construct((3,), (1,))
def error_leaves_changes_in_place(n):
    row = [1, 2]
    total = 0
    try:
        for i in range(n):
            total += row[i]
            row[i] = 0
    except IndexError:
        total = -total
    return total, row


@construct((2,), (5,))
def error_inside_a_handler(n):
    try:
        try:
            return PRIMES[n + 1]
        except IndexError:
            return WORTH["x"]
    except KeyError:
        return -1


@construct((1,), (0,), (-1,))
def condition_with_different_numbers(n):
    total = 0
    if n:
        total += 1
    if n / 2:
        total += 10
    if str(n):
        total += 100
    if [n]:
        total += 1000
    if ():
        total += 10000
    return total


@construct((7,))
def shadowed_builtins(n):
    sum = n
    len = 3
    max = min = 1
    return sum + len + max + min


@construct((7,))
def argument_assigned(n):
    n = n + 1
    n = n * 2
    return n


@construct((0,), (3,))
def loop_that_changes_two_variables(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a, b


@construct((0,), (3,))
def int_becomes_float_in_a_loop(n):
    total = 0.0
    for i in range(n):
        total += i
    return total


@construct((3, 4), (0, 1))
def same_name_in_two_functions(a, b):
    def one(x):
        y = x + 1
        return y

    def two(x):
        y = one(x) * 2
        return y + one(b)

    return two(a)


@construct((3,), (0,))
def comprehension_inside_comprehension_same_name(n):
    return [[x for x in range(x)] for x in range(n)]


@construct((-1,), (-64,), (5,))
def shift_of_negative_numbers(n):
    return n >> 1, n >> 70, n & 0xFF, n << 3


@construct((62,), (0,))
def large_shifts(n):
    return 1 << n, (1 << n) - 1 >> 3, 2**n


@construct((9_007_199_254_740_993,), (3,))
def large_int_and_float(n):
    return n / 2, n == float(n), n < 9_007_199_254_740_992.0, int(float(n))


@construct((-0.0,), (0.0,))
def negative_zero(x):
    return -x, x + 0, abs(x), x * 5, math.copysign(1.0, x)


@construct((1e20,), (0.5,))
def float_too_large_for_int(x):
    return x > 2**62, x // 1.0, x % 1.0


@construct((math.inf,), (math.nan,), (2.0,))
def int_of_infinity_and_nan(x):
    try:
        return int(x)
    except OverflowError:
        return -1
    except ValueError:
        return -2


@construct(([0.5, math.nan, 0.25],))
def max_with_nan(items):
    return max(items), min(items), max(items[0], items[1]), max(items[1], items[0])


class _Base:
    bonus = 5

    def total(self, n):
        return n + self.bonus + self.extra()

    def extra(self):
        return 0


class _Derived(_Base):
    bonus = 7

    def extra(self):
        return 100 + super().extra()


@construct((1,))
def inherited_methods(n):
    return _Base().total(n), _Derived().total(n)


@construct((3, 1), (1, 1))
def tuples_of_different_length_compared(a, b):
    return (1,) * a < (1,) * b, (1,) * a == (1,) * b, sorted([(1,) * b, ()])


@construct(("10", "9"), ("a", "B"))
def strings_compare_by_letters(a, b):
    return a < b, sorted([a, b]), a + b == b + a


@construct((1.5,), (100.0,), (1e-7,), (0.1,))
def string_of_float(x):
    return str(x), f"{x:.2f}"


@construct((3,), (0,))
def strings_of_other_values(n):
    return str(n > 0), str(None), str((n, "a")), str([n])


# -- values whose type is only known at run time ----------------------------------------------


@construct((3,), (0,))
def int_or_string(n):
    return n if n else "zero"


@construct((3,), (0,))
def int_or_float(n):
    return n if n else 0.5


@construct((3,), (0,))
def list_of_ints_and_strings(n):
    return [n, "a", 2.5, None, (n,)]


@construct((3,), (0,))
def tuples_of_different_types(n):
    move = ("pass",) if n == 0 else ("step", n, -n)
    if move[0] == "step":
        _, a, b = move
        return a - b
    return 0


@construct((3,), (0,))
def isinstance_of_varying_type(n):
    value = n if n else "zero"
    if isinstance(value, str):
        return len(value)
    return value + 1


@construct((3, True), (3, False))
def one_of_two_functions(n, twice):
    f = _double if twice else abs
    return f(n)


@construct((3,), (-3,))
def one_of_two_lambdas(n):
    if n > 0:
        f = lambda x: x + n
    else:
        f = lambda x: x - n
    return f(10)


@construct((1,), (0,), (2,))
def functions_in_a_dict(n):
    functions = {0: abs, 1: _double}
    return functions[n](-4)


# -- objects that change ----------------------------------------------------------------------


class Board:
    """A board that changes, with the special methods that people write for one."""

    side = 4

    def __init__(self, cells, name="b"):
        self.cells = [list(row) for row in cells]
        self.changes = 0
        self.last = None
        self._name = name

    def put(self, x, y, value):
        self.cells[y][x] = value
        self.changes += 1
        self.last = (x, y)

    def copy(self):
        made = Board(self.cells, self._name)
        made.changes = self.changes
        return made

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        self._name = name + "!"

    @classmethod
    def empty(cls, size):
        return cls([[0] * size for _ in range(size)])

    def __len__(self):
        return self.changes

    def __getitem__(self, place):
        return self.cells[place[1]][place[0]]

    def __setitem__(self, place, value):
        self.put(*place, value)

    def __contains__(self, value):
        return any(value in row for row in self.cells)

    def __iter__(self):
        for row in self.cells:
            yield from row

    def __eq__(self, other):
        return self.cells == other.cells

    def __str__(self):
        return "/".join("".join(map(str, row)) for row in self.cells)

    def __call__(self, x):
        return self.cells[0][x]


class LoggedBoard(Board):
    def __init__(self, cells):
        super().__init__(cells, "logged")
        self.log = []

    def put(self, x, y, value):
        super().put(x, y, value)
        self.log.append(value)

    def quietly(self):
        return [super(LoggedBoard, self).__call__(x) for x in range(2)]


class Link:
    def __init__(self, value, behind=None):
        self.value = value
        self.behind = behind


class SometimesSet:
    def __init__(self, n):
        if n > 0:
            self.value = n

    def get(self):
        return self.value


@dataclass(frozen=True)
class Sorted:
    items: tuple
    total: int = 0
    limit: int = field(default=9, init=False)

    def __post_init__(self):
        if len(self.items) > 3:
            raise ValueError(f"{len(self.items)} items")
        if not self.items:
            return
        object.__setattr__(self, "total", sum(self.items))


@dataclass
class Basket:
    name: str
    items: list = field(default_factory=list)
    weight: float = 0.0

    def __post_init__(self):
        self.weight += len(self.items)

    def add(self, item):
        self.items.append(item)
        self.weight += 0.5


@dataclass(frozen=True)
class Noted:
    value: int
    note: str = field(default="", compare=False)


class Vector(NamedTuple):
    x: int
    y: int

    def __eq__(self, other):
        return self.x == other.x

    def __bool__(self):
        return self.x != 0

    def __neg__(self):
        return Vector(-self.x, -self.y)


class Walker:
    steps: ClassVar = {"n": (0, -1), "e": (1, 0)}

    def __init__(self):
        self.x = self.y = 0
        self.path: list[tuple[int, int]] = []

    def walk(self, name, times=1, *, jump=False):
        dx, dy = self.steps[name]
        for _ in range(times):
            self.x, self.y = self.x + dx, self.y + dy
            if not jump:
                self.path.append((self.x, self.y))
        return self


@construct((((1, 2), (3, 4)), 5), (((0, 0), (0, 0)), -1))
def object_with_attributes(cells, value):
    board = Board(cells)
    board.put(1, 0, value)
    board.put(0, 0, value)
    return board.cells, board.changes, board.last, board.side, board.name


@construct((((1, 2), (3, 4)), 5), (((0, 0), (0, 0)), -1))
def object_with_special_methods(cells, value):
    board, other = Board(cells), Board(cells)
    same = board == other
    board[1, 1] = value
    return (
        *(same, board == other, board is board, board is other, len(board), board[1, 1]),
        *(value in board, list(board), bool(board), bool(other), str(board), f"{other}", board(1)),
    )


@construct((((1, 2), (3, 4)),))
def object_with_setter(cells):
    board = Board(cells)
    board.name = "new"
    copied = board.copy()
    copied.put(0, 0, 9)
    return board.name, board.cells, copied.cells, copied.changes


@construct((3,), (1,))
def object_from_class_method(n):
    board = Board.empty(n)
    board.put(n - 1, 0, 7)
    return board.cells


@construct((((1, 2), (3, 4)),))
def object_of_a_derived_class(cells):
    board = LoggedBoard(cells)
    board.put(0, 0, 8)
    board.put(1, 0, 9)
    return board.log, board.cells, board.name, isinstance(board, Board), board.quietly()


@construct((3,), (0,))
def linked_objects(n):
    head = None
    for i in range(n):
        head = Link(i, head)
    values = []
    while head is not None:
        values.append(head.value)
        head = head.behind
    return values


@construct((3,), (0,))
def attribute_that_may_be_missing(n):
    return SometimesSet(n).get()


@construct((3,), (0,))
def objects_in_a_list(n):
    links = [Link(i) for i in range(n)]
    for link in links:
        link.value *= 10
        link.behind = links[0]
    return [link.value + link.behind.value for link in links]


@construct((3,), (0,))
def object_given_to_a_function(n):
    walker = Walker()
    _go_round(walker, n)
    return walker.path, walker.x


def _go_round(walker, n):
    for i in range(n):
        walker.walk("ne"[i % 2], i).walk("n", jump=True)


@construct(([1, 2],), ([],))
def dataclass_with_post_init(items):
    made = Sorted(tuple(items))
    return made, made.total, made.limit, replace(made, total=3).total


@construct((2,), (5,))
def dataclass_with_check(n):
    return Sorted((1,) * n).total


@construct(([1, 2],), ([],))
def mutable_dataclass(items):
    basket, other = Basket("a", items), Basket("a")
    for item in items:
        other.add(item)
    other.weight += 1
    third = replace(other, name="c")
    return basket.items, other.items, other.weight, third.name, basket == other, basket.weight


@construct((3,), (0,))
def fields_that_are_not_compared(n):
    one, other = Noted(n, "a"), Noted(3, "b")
    return one == other, one in [other], [one] == [other], one.note


@construct((3,), (0,))
def equality_of_ones_own(n):
    one, other = Vector(n, 1), Vector(3, 2)
    return one == other, [one] == [other], one in (other,), bool(one), 1 if one else 2, tuple(-one)


@construct(("n", 3), ("e", -2))
def constant_functions_by_key(name, n):
    return CHANGES[name](n), FUNCTIONS[n % 3](n), [f(n) for f in FUNCTIONS], FUNCTIONS[-1](n)


def _triple(x):
    return 3 * x


FUNCTIONS = (abs, _triple, _double)
CHANGES = {"n": _triple, "e": abs}


@construct(("n", 3), ("x", -2))
def constant_functions_of_a_dict(name, n):
    function = CHANGES.get(name, _double)
    found = [key for key, change in CHANGES.items() if change(n) > 3]
    return function(n), found, len(CHANGES), [change(n) for change in CHANGES.values()]


@construct((2,), (0,))
def constant_generators_by_key(n):
    return [list(GENERATORS[name](n)) for name in ("up", "down")]


def _upwards(n):
    yield from range(n)


def _downwards(n):
    while n:
        yield n
        n -= 1


GENERATORS = {"up": _upwards, "down": _downwards}


@construct(([3, 1, 2],))
def methods_as_values(items):
    worth = {1: 9, 2: 8, 3: 7}
    found = []
    push = found.append
    for x in items:
        push(x)
    return (
        found,
        sorted(items, key=worth.get),
        list(map(worth.get, items)),
        _applied(items.index, 2),
    )


def _applied(function, x):
    return function(x)


@construct(([3, 1, 2],))
def methods_of_objects_as_values(items):
    walker = Walker()
    go = walker.walk
    for x in items:
        go("n", x)
    return walker.path, _applied(walker.walk, "e").x


@construct(([1], [1]))
def identity_of_containers(one, other):
    same = one
    found = {1: 2}
    return one is other, one is same, one is not other, found is found, sorted(one) is one


# -- collections ------------------------------------------------------------------------------


@construct(([1, 2, 1, 3],), ([],))
def default_dict_of_lists(items):
    places = collections.defaultdict(list)
    for place, item in enumerate(items):
        places[item].append(place)
    return places, len(places), 7 in places, places.get(7)


@construct(([1, 2, 1, 3],), ([],))
def default_dict_adds_what_is_read(items):
    seen = collections.defaultdict(set)
    for item in items:
        seen[item % 2].add(item)
    size = len(seen[5])
    return [key for key in seen], size, sorted(seen[1])


@construct((2,), (0,))
def default_dict_of_a_lambda(n):
    found = collections.defaultdict(lambda: n, {3: 4})
    found[1] += 5
    return found[3], found[1], found[2], sorted(found)


@construct((["a", "b", "a"],), ([],))
def counter_of_items(words):
    counts = collections.Counter(words)
    counts["z"] += 2
    return counts, counts["a"], counts["nothing"], len(counts), counts.total()


@construct(("abracadabra",), ("",))
def counter_most_common(text):
    counts = collections.Counter(text)
    return counts.most_common(2), counts.most_common(), list(counts.elements())


@construct(("aab", "abc"), ("", "x"))
def counter_operators(one, other):
    a, b = collections.Counter(one), collections.Counter(other)
    a.update("ab")
    b.subtract(collections.Counter("c"))
    return a + b, a - b, a & b, a | b, a == b, a == collections.Counter(a.elements())


@construct(([1, 2, 3],), ([],))
def deque_methods(items):
    queue = collections.deque(items)
    queue.appendleft(0)
    queue.append(9)
    queue.extend([7, 8])
    queue.extendleft([5, 4])
    queue.rotate(2)
    last = queue.pop()
    first = queue.popleft()
    return queue, list(queue), first, last, queue[0], queue[-1], len(queue), 9 in queue


@construct((3,), (0,))
def deque_flood_fill(n):
    todo, seen = collections.deque([(0, 0)]), {(0, 0)}
    while todo:
        x, y = todo.popleft()
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            there = (x + dx, y + dy)
            if abs(there[0]) + abs(there[1]) <= n and there not in seen:
                seen.add(there)
                todo.append(there)
    return sorted(seen)


@construct((3,), (0,))
def deque_that_is_empty(n):
    queue = collections.deque()
    for i in range(n):
        queue.append(i)
    return queue.popleft(), bool(queue), queue.copy() == queue, list(reversed(queue))


@construct(([3, 1, 2],), ([1],))
def queue_by_pop_of_the_first(items):
    found = []
    while items:
        found.append(items.pop(0))
        if len(found) < 4:
            items.append(len(found))
    return found, items


# -- copies -----------------------------------------------------------------------------------


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


# -- functions made of others -----------------------------------------------------------------


@construct(([(2, "b"), (1, "c"), (1, "a")],))
def getters_of_operator(pairs):
    first, both = operator.itemgetter(0), operator.itemgetter(1, 0)
    upper = operator.methodcaller("upper")
    return (
        *(sorted(pairs, key=first), [both(p) for p in pairs], max(pairs, key=BY_NAME)),
        *(list(map(upper, "ab")), operator.attrgetter("x")(Point(4, 5))),
    )


BY_NAME = operator.itemgetter(1)
ADD_TEN = functools.partial(operator.add, 10)


@construct((5,), (0,))
def partial_functions(n):
    add = functools.partial(_three, 1, c=n)
    grow = functools.partial(max, n)
    return add(2), add(b=3), grow(2), ADD_TEN(n), list(map(functools.partial(pow, 2), range(3)))


@construct((5,), (0,))
def partial_given_to_a_function(n):
    return _applied(functools.partial(_three, n, c=1), 2)


@construct(([1, 1, 2, 3, 3, 1],), ([],))
def groupby_with_key(items):
    parity = [(key, list(group)) for key, group in itertools.groupby(items, key=lambda x: x % 2)]
    longest = max((len(list(group)) for _, group in itertools.groupby(items)), default=0)
    late = [(key, list(group)) for key, group in list(itertools.groupby(items))[:1]]
    return parity, longest, late


@construct(([1, 1, 1, 2],), ([3],), ([],))
def groupby_without_a_for_loop(items):
    late = [list(group) for _, group in list(itertools.groupby(items))]
    first = next(((key, list(group)) for key, group in itertools.groupby(items)), None)
    sizes = list(map(lambda pair: len(list(pair[1])), itertools.groupby(items)))
    kept = (len(list(group)) for _, group in itertools.groupby(items))
    return late, first, sizes, list(kept)


@construct(([1, 1, 1, 2],), ([3],), ([],))
def groupby_that_is_left_early(items):
    kept = []
    for key, group in itertools.groupby(items):
        kept.append(group)
        if key == 2:
            break
    return [list(each) for each in kept]


@construct(
    ({1: "a", 2: "b", 3: "c"}, {3: "c", 1: "a", 2: "b"}),
    ({1: "a", 2: "b"}, {1: "a", 2: "z"}),
    ({}, {1: "a"}),
    ({}, {}),
)
def views_are_compared_as_sets(one, other):
    same = one.keys() == other.keys(), one.keys() == set(other), set(one) != other.keys()
    items = one.items() == other.items(), one.items() <= other.items(), one.items() == set()
    never = one.keys() == [1, 2, 3], one.keys() == (1, 2, 3), one.keys() == one
    order = one.keys() <= other.keys(), one.keys() < {1, 2, 3, 4}, {1} <= one.keys()
    return same, items, never, order


@construct(
    ({1: "a", 2: "b", 3: "c"}, {3: "c", 1: "a", 2: "b"}),
    ({1: "a", 2: "b"}, {1: "a", 2: "z"}),
    ({}, {1: "a"}),
)
def operators_of_views(one, other):
    fixed = frozenset({1, 7})
    left = fixed - one.keys()
    left.add(5)
    return (
        *(one.keys() & {1, 7}, one.keys() - other.keys(), {1, 7} - other.keys()),
        *(one.keys() | {9}, one.keys() ^ {1, 11}, one.items() & other.items(), left),
    )


def _sum_and_largest(numbers):
    return sum(numbers), max(numbers, default=0), len(numbers), [2 * n for n in numbers]


@construct(({1: 2, 3: 4}, {3: 4, 1: 2}), ({1: 2, 3: 4}, {1: 2}))
def views_in_variables(one, other):
    keys, others = one.keys(), other.keys()
    some = one.keys() if len(one) > len(other) else other.keys()
    is_tuple = isinstance(keys, tuple), isinstance(one.items(), list), keys == (1, 3)
    return (
        *(keys == others, list(some), tuple(keys), 3 in keys, is_tuple, bool(keys)),
        *(_sum_and_largest(one.values()), _sum_and_largest(keys), set(keys) | set(others)),
    )


@construct((3, 0), (0, 3), (5, 6), (-2, 5))
def ranges_are_compared_by_their_numbers(m, n):
    return (
        *(range(m, n) == range(0), range(0, 5, 2) == range(0, 6, 2), range(m) == range(n)),
        *(range(0, m, 2) == range(0, n, 2), range(m, n) != range(m, n), range(m) == [0, 1, 2]),
        *(range(m, m + 1, 5) == range(m, m + 1, 7), (range(m), 1) == (range(n), 1)),
        *(isinstance(range(m), range), range(n) in [range(m, n, 3), range(m)]),
    )


@construct(([1, 2, 3], 1, 1), ([1, 2, 3], -1, 1), ([1, 2, 3], 0, 0), ([], 2, 2))
def islice_of_too_small_numbers(items, n, step):
    return list(itertools.islice(items, n)), list(itertools.islice(items, n, None, step))


@construct(((1, 2, 3), 1), ((1, 2, 3), -1))
def islice_that_is_not_used(items, n):
    part = itertools.islice(items, n)
    return len(items) if part else 0


@construct(((1, 2), 2), ((1, 2), -1))
def combinations_that_are_not_used(items, n):
    some, others = itertools.combinations(items, n), itertools.permutations(items, n)
    return len(items) if some and others else 0


@construct((0, 2, 3), (1, 2, 3), (2, 2, 3), (3, 1, 1), (4, 1, 1))
def calls_with_wrong_arguments(case, a, b):
    if case == 1:
        return max(a, b, default=3)
    if case == 2:
        return min([a], [b], default=[a])[0]
    if case == 3:
        return len(sum(["a", "b"], ""))
    if case == 4:
        return len("ab".center(8, "xy"))
    return max(a, b)


@construct((2, -1), (3, 0), (3, 1))
def product_repeated(n, times):
    negative = 0
    try:
        negative = len(list(itertools.product(range(n), repeat=-1)))
    except ValueError:
        negative = -1
    found = list(itertools.product(range(n), repeat=times)) if times >= 0 else []
    return negative, found


@dataclass(frozen=True, kw_only=True)
class ByName:
    x: int
    y: int = 2


@dataclass(frozen=True)
class PartlyByName:
    x: int
    z: int = field(kw_only=True, default=5)
    y: int = 2


@construct((1, 3), (0, 0))
def dataclasses_with_fields_by_name(a, b):
    first, second = ByName(x=a, y=b), PartlyByName(a, b)
    return first, second, ByName(x=a), PartlyByName(a, z=b), replace(second, z=a), first.y


@construct((6, 2), (6, -1), (3, 1), (6, 9), (0, 0))
def items_and_slices_of_a_range(n, i):
    numbers = range(n)
    back = numbers[::-1]
    parts = range(n)[1:], range(n)[:i], range(2, n, 3)[::2], range(n)[-2:], range(n, 0, -1)[1:3]
    return list(back), parts, [x for x in range(0, 10, 3)[i:n:2]], len(numbers[i:]), range(n)[i]


class Purse:
    def __init__(self, coins):
        self.coins = coins

    def __add__(self, other):
        return Purse(-1)

    def __iadd__(self, other):
        self.coins += other
        return self


@construct((5,), (0,))
def objects_with_augmented_operators(n):
    mine = Purse(n)
    same, others = mine, [Purse(1)]
    mine += 3
    others[0] += n
    return mine.coins, same.coins, others[0].coins, (mine + 1).coins


class Hand(StrEnum):
    LEFT = "l"
    RIGHT = "r"


class Tier(IntEnum):
    LOW = 1
    HIGH = 2


@construct((1, "l"), (2, "x"))
def members_that_are_texts_or_numbers(n, text):
    text += Hand.LEFT
    rank = Tier(n)
    return text + Hand.RIGHT, Hand.LEFT * n, "%d of %5d" % (rank, Tier.HIGH), Hand.LEFT + Hand.LEFT


@construct(([1, 2],), ([],))
def cycle_with_others(items):
    turns = itertools.cycle("XO")
    named = [next(turns) + str(item) for item in items]
    return (
        *(named, next(turns), list(zip(items, itertools.cycle((1, 2, 3))))),
        *(
            list(itertools.islice(itertools.cycle(items), 5)),
            list(zip(itertools.cycle([7]), items)),
        ),
    )


@construct((3,), (0,), (-1,))
def product_with_repeat(n):
    return list(product("ab", repeat=n)), len(list(product((0, 1), repeat=5)))


@construct(([(1, 2), (3, 4), (5, 6)],))
def product_of_many(pairs):
    return [sum(t) for t in product((0, 1), (2, 3), (4, 5), (6, 7), pairs[0])], list(product())


@construct(([[1, 2, 3], [4, 5, 6]],), ([],))
def transposed_lists(rows):
    turned = [list(row) for row in zip(*rows[::-1])]
    return turned, [max(column) for column in zip(*rows)], list(chain(*rows))


@construct((["abc", "de"],), ([],))
def transposed_texts(rows):
    return ["".join(column) for column in zip(*rows)]


@construct(([3, 1, 2],), ([1, 5, 0],))
def spread_list_of_arguments(items):
    return max(*items), min(*items), _three(*items), _sum_of_all(*items), _sum_of_all(9, *items)


def _sum_of_all(*numbers, start=1):
    total = start
    for number in numbers:
        total += number
    return total, len(numbers)


@construct(([3, 1],), ([1, 5, 0],))
def spread_list_of_some_length(items):
    return Point(*items).size, Point(*items[:2])


@construct(([3, 1, 2], True), ([3, 1, 2], False))
def sorted_either_way(items, down):
    items.sort(reverse=down)
    return items, sorted(items, reverse=not down), sorted(items, key=lambda x: -x, reverse=down)


@construct((6, 9, 15), (0, 0, 0), (-4, 6, 8))
def divisors_of_several(a, b, c):
    return math.gcd(a, b, c), math.gcd(a), math.gcd(), math.lcm(a, b, c)


@construct((3, -1, 7), (2, 5, -7), (2, -1, 4), (5, 3, 1), (5, 3, 0))
def power_modulo_of_any_sign(a, b, m):
    return pow(a, b, m)


@construct(([3, 1],), ([],))
def dict_updates(items):
    found = {0: 1}
    found.update(zip(items, items))
    found.update([(7, 8)])
    named = {"a": 1}
    named.update(b=2, a=len(items))
    return found, named


@construct((3,), (0,))
def generator_of_moves_or_none(n):
    return list(_moves_or_none(n))


def _moves_or_none(n):
    found = False
    for i in range(n):
        found = True
        yield i, i + 1
    if not found:
        yield None


@construct(([1, 2],), ([4, 5],))
def unpacked_generator(items):
    one, other = (2 * item for item in items)
    first, *rest = map(str, items)
    return one, other, first, rest


# -- text of numbers --------------------------------------------------------------------------


@construct((3, 5), (-42, 3), (0, 1), (1234567, 12))
def formats_of_ints(n, width):
    return (
        *(f"{n}|{n:5}|{n:<5}|{n:^5}|{n:>5}|{n:05}|{n:+d}|{n: d}|{n:=+6d}|{n:*^7d}"),
        *(f"{n:b}|{n:#x}|{n:X}|{n:o}|{n:,}|{n:_}|{n:{width}}|{n:0{width}d}|{n:>{width}}"),
        *(f"{n:3d}{n!r:>4}{n!s:<4}", bin(n), hex(n), oct(n), format(n, "04d"), format(n)),
    )


@construct(("ab", 4), ("", 0), ("it's", 9))
def formats_of_texts(text, width):
    return (
        *(
            f"{text:5}|{text:>5}|{text:^5}|{text:.1}|{text:<{width}}|{text!r}|{text!r:>9}|{text:-^6}"
        ),
        *("{} and {}".format(text, width), "{1}{0:>3}{name}".format(text, width, name=1)),
        *("%s-%3d|%-4s|%05d%%" % (text, width, text, width), repr(text), "%d" % width),
    )


@construct((2.675,), (-0.125,), (1e-9,), (12345.6789,), (0.5,), (-2.5,), (1e15,))
def formats_of_floats(x):
    return f"{x:.2f}|{x:8.1f}|{x:<7.0f}|{x:+.3f}|{x:06.2f}|{x:.1%}", "%.2f %5.1f" % (x, x)


@construct((2.675, 2), (-0.125, 2), (1e300, 1), (0.5, 0), (2.5, 0), (1.005, 2), (-0.001, 1))
def round_to_so_many_digits(x, digits):
    return round(x, digits), round(x, 3), round(x, 0), round(1234, -2), round(1250, -2)


@construct((3, "a"), (-1, "'"))
def texts_of_values(n, text):
    pair, point = (n, text), Point(n)
    return (
        *(str(pair), str([n, 2]), str((n,)), repr(()), str([]), f"{pair}", f"{[pair]}"),
        *(str(point), repr(point), str(None), str((None, True)), f"{Clock(n)}", str([[n]])),
    )


@construct(("hello WORLD a1b",), ("",))
def more_text_methods(text):
    return (
        *(text.title(), text.capitalize(), text.casefold(), text.removeprefix("he")),
        *(text.removesuffix("b"), text.rpartition(" "), text.partition("l"), text.zfill(17)),
        *("-4".zfill(5), text.split(" ", 1), text.split("l", maxsplit=1)),
        *("a\nb\r\nc\n".splitlines(), "a\nb".splitlines(True), text.translate(SWAPPED)),
        *(text.translate(str.maketrans({"l": None, "o": "00"})),),
    )


SWAPPED = str.maketrans("lo", "01", "W")


@dataclass(frozen=True)
class Money:
    cents: int

    def __radd__(self, other):
        return Money(self.cents + other)

    def __rmul__(self, times):
        return Money(times * self.cents)

    def __lt__(self, other):
        return self.cents < other.cents

    def __abs__(self):
        return Money(abs(self.cents))


@construct((3,), (-1,))
def operators_of_the_right_side(n):
    return n + Money(5), 2 * Money(n), sorted([Money(n), Money(1)])


@construct((3,), (-1,))
def sum_of_objects(n):
    return sum([Money(n), Money(2)][:1])


@construct((4,), (0,))
def cached_inner_function(n):
    @functools.cache
    def triangle(k):
        return k if k < 2 else k + triangle(k - 1)

    @functools.cache
    def double(k):
        return 2 * k

    return triangle(n), double(n)


class Branch:
    def __init__(self, value):
        self.value = value
        self.branches = []

    def add(self, branch):
        self.branches.append(branch)
        return branch

    def total(self):
        return self.value + sum(branch.total() for branch in self.branches)


@construct((4,), (0,))
def tree_of_objects(n):
    root = Branch(n)
    here = root
    for i in range(n):
        here = here.add(Branch(i))
    return root.total(), len(root.branches)


def _ways(n):
    return 1 + sum(_ways(i) for i in range(n))


@construct((4,), (0,))
def recursion_in_a_generator_expression(n):
    return _ways(n), max([_depth(i) for i in range(n)], default=0)


def _depth(n):
    return 1 + max((_depth(i) for i in range(n)), default=0)


@construct(([(1, 2), (3, 4)],))
def item_given_beside_its_list(items):
    return _replace_first(items[0], items), items


def _replace_first(item, items):
    items[0] = (7, 7)
    return item


class Token:
    def __init__(self, place):
        self.place = place

    def jump(self, before):
        self.place = (9, 9)
        return before


@construct((3,))
def attribute_given_beside_its_object(n):
    token = Token((n, n))
    tokens = [token, token]
    return token.jump(token.place), token.place, tokens[0] is tokens[1], tokens.index(token)


# -- what random programs found ---------------------------------------------------------------


@construct((5,), (2,), (0,))
def int_and_float_in_one_variable(n):
    x = 0 if n > 3 else 0.5
    best = 0
    for i in range(n):
        best = max(best, i * 0.5 if i % 2 else i)
    kinds = isinstance(x, int), isinstance(x, float)
    return x, x + 1, x * 2.5, -x, abs(x), x // 2, x % 3, divmod(x, 2), best, kinds, [x, 1, 0.5]


@construct((5,), (2,), (0,))
def sum_of_floats_or_of_nothing(n):
    return sum([0.5] * n), sum(i * 0.5 for i in range(n)), sum([1, 0.5] * n)


@construct((2**62 + 1, 3), (2**53 + 1, 2**53 - 1), (-(2**63), 7), (0, 2**60), (5, -(2**61) - 1))
def quotient_of_large_ints(a, b):
    return a / b, b / 3, a < float(b), float(a) == a, float(a) <= a


@construct(("straße",), ("ΩÉ日本",), ("ǅx",), ("²½٣",), ("a\u00a0b",))
def letters_of_all_alphabets(text):
    kinds = text.isalpha(), text.isdigit(), text.isnumeric(), text.isalnum(), text.isspace()
    cases = text.isupper(), text.islower(), text.swapcase()
    return text.upper(), text.lower(), kinds, cases, text.split(), text.strip()


@construct(("1_000",), ("_1",), ("1__0",), ("1_",), ("-7",))
def int_with_underscores(text):
    return int(text)


@construct((0,), (2,))
def errors_where_nothing_is_compared(n):
    none = [x < None for x in range(n)]
    return none, any(x < None for x in range(n)), {x: x < None for x in range(n)}


@construct((1,), (3,), (4,))
def tuples_with_none_in_order(n):
    x = None if n > 2 else n
    return (1, x) < (2, x), sorted([(2, None), (1, x)]), (n, x) <= (1, 5)


@construct((3,), (0,))
def lambda_in_a_dict_comprehension(n):
    return {x: (lambda y: y + x)(1) for x in range(n)}


@construct((1,), (7,))
def index_beyond_a_tuple(n):
    row = (1, 2, 3)
    if n > 5:
        return row[3]
    return row[2]


@construct((3,), (1,))
def sets_changed_in_place(n):
    s = {1, 2, 3, n}
    t = s
    s &= {1, n}
    u = {1, 5}
    u -= {5, n}
    w = {1, 2}
    w ^= {2, n + 6}
    return s, t, u, w


@construct((0,), (1,), (7,), (9,))
def ways_out_of_try_with_finally(n):
    log = []
    for i in range(4):
        try:
            log.append(i)
            if i == n:
                continue
            if i == n + 1:
                break
            log.append(10 // (i - 2))
        except ZeroDivisionError:
            if n == 7:
                raise
        else:
            log.append(100)
        finally:
            log.append(1000 + i)
    return log


@construct((0,), (1,), (2,), (3,))
def finally_behind_a_return(n):
    log = []

    def inner(n):
        try:
            return n if n != 1 else [1][n]
        finally:
            log.append(n)
            if n == 3:
                return 99

    try:
        found = inner(n)
    except IndexError:
        found = -1
    return found, log


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


@construct((2,), (4,))
def reversed_list_that_grows(n):
    items = list(range(n))
    for x in reversed(items):
        items.insert(0, x - 1)
    return items


@construct((2,), (0,))
def spread_items_are_computed_once(n):
    log = []

    def note(x):
        log.append(x)
        return x

    return [note(0), *[note(1), note(n)], *range(n)], (*[note(5)], note(6)), log


@construct((2,), (0,))
def generator_that_fails_when_it_is_used(n):
    items = (10 // (x - 1) for x in range(n))
    first = next(items, 0)
    return first


@construct((1,), (0,))
def identity_of_what_may_be_none(n):
    x = None if n else True
    y = True if n else None
    return x is None, y is None, x is y, x is True, y is not None


@construct((4, 7, 2), (0, 7, 2), (2, 1, 1))
def variables_widened_one_after_another(turns, one, other):
    for _ in range(turns):
        if one > 5:
            one = other
            other = 0.5
        one += 1
    return one, other


@construct((4,), (0,), (1,))
def three_variables_widened_one_after_another(turns):
    a, b, c = 1, 2, 3
    while turns > 0:
        a, b, c = b, c, c / 2
        turns -= 1
    return a, b, c


@construct((-(2**63), 0), (-(2**63), 8), (2**63 - 1, 0), (-1, 0), (-10, 0), (-109, 9), (0, 0))
def text_of_the_lowest_number(n, more):
    return str(n + more), f"{n + more}", str([n, more])


@construct((3,))
def code_of_a_constant_that_is_too_long(n):
    found = 0
    try:
        found = ord("ab") + n
    except TypeError:
        found += 1
    try:
        found = ord("")
    except TypeError:
        found += 1
    return found


@construct((3,), (0,))
def generator_of_one_turn(n):
    found = []
    for i in range(n):
        start = i * n
        items = (x + start + i for x in (1, 2, 3))
        found.append(next(items))
        for x in items:
            found.append(x)
    ends = (x + n for x in (1, 2))
    return found, list(ends)


@construct((3,), (0,))
def generator_with_names_of_its_own(n):
    x = n
    n += 1
    items = (x + y for x in (1, 2) for y in (lambda n: (n, 5))(x))
    x = 7
    return list(items), x, n


@construct((3,), (0,))
def generator_after_the_loop_that_sets_what_it_reads(n):
    last = 0
    for i in range(n):
        last = i
    for i in range(n):
        once = i + last
    items = (x + n for x in (1, 2))
    return list(items), once


@construct(("straße ŉ Ǆ ﬃ",), ("Ωx éÀ",), ("aB zZ",), ("𐐨𐐀",))
def cases_of_letters(text):
    return text.upper(), text.casefold(), text.swapcase(), [x.islower() for x in text]


@construct((0,), (2**62,), (2**62 - 1,), (-(2**63),), (2**63 - 1,), (7,), (-3,))
def members_of_ranges_with_large_steps(n):
    up = n in range(0, 2**63 - 1, 2**62), n in range(-(2**63), 2**63 - 1, 2**62)
    down = n in range(2**63 - 1, -(2**63), -(2**62)), n in range(10, -9, -3)
    return up, down, n in range(7, 5, 2), n in range(-3, 8, 5)


@construct((0, 2), (2**63 - 3, 2), (5, 0))
def numbers_of_items(first, size):
    def items():
        yield from range(size)

    return list(enumerate(items(), first)), [i for i, _ in enumerate(range(size), start=first)]


@construct((3, False), (3, True))
def number_that_may_be_too_large(n, is_large):
    if is_large and n > 100:
        x = 10 << 62
    else:
        x = 0 - n
    return x // 2, x % 5


@construct((0,), (1,), (2,), (3,), (4,))
def keys_that_cannot_be_keys(n):
    items = [n]
    try:
        if n == 1:
            return len({items})
        if n == 2:
            return len({(items, 1): 2})
        if n == 3:
            return items in {1, 2}
        if n == 4:
            return {1: 2}.get(items)
    except TypeError:
        return -1
    return 0


@construct(("", 0), ("a", 0), ("", 1), ("a", 1))
def a_variable_that_is_perhaps_set_to_texts(text, n):
    match () if text else n:
        case []:
            pairs = (("a", 2), ("b", 4), ("c", 6))
    if n:
        pairs = ()
    return pairs if text or n else None


@construct((3,), (0,))
def nonlocal_set_by_a_function_that_another_calls(n):
    count = 4

    def add(x):
        nonlocal count
        count += x
        return count

    def twice(x):
        return add(x) * 2

    def deeper():
        def inner():
            nonlocal count
            count += 1

        inner()

    deeper()
    return [twice(i) for i in range(n)], count


@construct((3,), (-1,))
def text_of_what_may_be_none(n):
    found = n if n > 0 else None
    return f"{found}", str((n, found)), str([n, None])


@construct((2.0,), (0.0,))
def an_overflow_of_python_is_caught(x):
    try:
        return int(x * 1e308 * 10)
    except OverflowError:
        return -1


@construct((1,), (0,))
def text_methods_of_what_may_be_none(n):
    card = "J" if n else None
    found = "a J".split(card)
    try:
        return found, "TJQ".index(card), "TJQ".count(card), "TJQ".replace(card, "x")
    except TypeError:
        return found, -1, -1, ""


@construct((0, 5), (1, 5), (2, 5), (3, 5))
def deleted_in_a_branch(n, given):
    x = n + 1
    if n == 1:
        del x
    if n == 2:
        del given
    if n == 3:
        del x, given
        x = 7
        given = 8
    return x, given


@construct((0,), (1,), (2,), (3,))
def deleted_in_a_loop(n):
    x = text = "ab"
    seen = []
    for i in range(n):
        seen.append(x)
        if i == 1:
            del x
        elif i == 0:
            del text
            text = "c"
    return seen, text


@construct((0,), (1,), (2,))
def deleted_twice(n):
    x = (n, 2)
    try:
        if n > 0:
            del x
        if n > 1:
            del x
        return x
    except UnboundLocalError:
        x = (n, n)
    return x


@construct((2,), (0,))
def deleted_and_set_again_in_each_turn(n):
    total = 0
    for i in range(3):
        x = i + n
        total += x
        if x > 1:
            del x
    return total, x if n == 0 and i < 2 else -1


class Spot(NamedTuple):
    x: int
    name: str

    def doubled(self):
        return 2 * self.x


@construct((3, 0), (0, 0), (0, 1), (0, 2), (0, 3))
def attribute_of_none(n, how):
    found = Spot(n, "spot") if n else None
    word = "word" if n else None
    if how == 1:
        return found.doubled()
    if how == 2:
        return len(word.upper())
    if how == 3:
        return found[0]
    return found.x


@construct((3,), (0,))
def caught_attribute_of_none(n):
    found = Spot(n, "spot") if n else None
    try:
        return found.doubled()
    except AttributeError:
        return -1


@construct((0,), (1,), (2,), (3,))
def none_among_several_classes(n):
    things = [Spot(1, "a"), None, Rank.LOW, Spot(n, "b")]
    return things[n].name


@construct((9,), (1,), (2,))
def dict_grows_in_its_loop(n):
    ages = {1: 5, 2: 6, 3: 7}
    total = 0
    for key in ages:
        total += key
        if key == n:
            ages[key + 10] = 0
    return total


@construct((9,), (1,), (3,))
def dict_shrinks_in_its_loop(n):
    ages = {1: 5, 2: 6, 3: 7}
    total = 0
    for key, age in ages.items():
        total += age
        if key == n:
            del ages[key]
    return total, list(ages)


@construct((9,), (1,), (3,))
def dict_changes_in_other_loops(n):
    ages = {1: 5, 2: 6, 3: 7}
    total = 0
    for i, age in enumerate(ages.values()):
        total += age
        ages[i + 1] = 0
        if i + 1 == n:
            ages.clear()
    for number, key in zip(range(3), ages):
        total += number
        if key == n:
            ages.pop(key)
    return total


@construct((9,), (1,), (3,))
def dict_changes_before_a_break(n):
    ages = {1: 5, 2: 6, 3: 7}
    for key in ages:
        if key == n:
            ages[key + 10] = 0
            break
    for key in reversed(ages):
        if key == n:
            ages[0] = 1
    return list(ages)


@construct((9,), (3,))
def dict_changes_in_the_last_turn_of_zip(n):
    ages = {1: 5, 2: 6, 3: 7}
    for number, key in zip(range(3), ages):
        if key == n:
            ages[key + 10] = number
    return list(ages)


@construct((9,), (2,))
def dict_changes_in_a_called_function(n):
    ages = {1: 5, 2: 6, 3: 7}

    def grow(key):
        ages[key + n] = 0
        return key

    return sum(grow(key) if key == n else 0 for key in ages), list(ages)


@construct((0,), (1,))
def a_constant_with_the_least_and_the_largest_number(n):
    return (9223372036854775807, -9223372036854775808)[n]


@construct((3,), (7,))
def yields_from_a_tuple_of_several_types(n):
    def items():
        yield 33.0
        yield from ((n if n > 4 else -33.0), 6, n)

    return tuple(items())


@construct((6,), (0,))
def spread_before_a_call_changes_it(n):
    log = []

    def note(value):
        log.append(value)
        return value

    note(n)
    return [*log, note(n + 1), *log], log


@construct((9223372036854775807, 5), (-9223372036854775808, -5), (7, 9))
def lowest_bits_of_sums_that_overflow(a, b):
    return (a + b) % 8, (a - b) & 15, (a * b) % 2, (b - 1) % 4, (a + 0.5) % 2


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


@construct(((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 5), ((0,) * 12, 1))
def part_of_an_argument_is_kept(board, n):
    first = board
    second = board if n > 3 else tuple(n * cell for cell in board)
    board = tuple(cell + n for cell in board)
    for _ in range(n):
        second = first if _ % 2 else tuple(reversed(second))
    return first, second, board


def _counted_after_another(n):
    yield -1, n
    yield from enumerate([n, 2], n)


def _queue_after_another(n):
    yield n
    for item in collections.deque([n, 2]):
        yield item
        yield -item


@construct((3,), (0,))
def a_generator_that_goes_on_in_a_loop_over_a_list_or_a_queue(n):
    return list(_counted_after_another(n)), [item * 2 for item in _queue_after_another(n)]


@construct((3,), (0,))
def a_function_that_calls_itself_and_never_returns(n):
    def down(k, total):
        if k == 0:
            raise KeyError(total)
        return 1 + down(k - 1, total + sum(range(k)))

    try:
        return down(n, 0)
    except KeyError:
        return -1


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


# -- moves of several shapes ------------------------------------------------------------------


@dataclass(frozen=True)
class Weight:
    owner: int
    grams: int

    def __lt__(self, other):
        return self.grams < other.grams


def any_move(n):
    if n == 0:
        return "pass"
    return ("go", (n, n)) if n > 2 else ("wall", (n, 1), "h")


@construct((0,), (3,), (9,))
def own_order_of_what_may_be_none(n):
    weight = Weight(1, n) if n > 0 else None
    return weight is None or weight < Weight(0, 5)


@construct((0,), (3,))
def reflected_order(n):
    weights = [Weight(1, n), Weight(2, 1), Weight(3, 2)]
    return Weight(0, 1) > weights[0], max(weights).owner, [w.owner for w in sorted(weights)]


@construct((1,), (0,), (4,))
def unpack_one_of_several_shapes(n):
    verb, place, *rest = any_move(n)
    return verb, len(place), rest


@construct((4,), (0,), (1,))
def unpack_two_of_several_shapes(n):
    verb, place = any_move(n)
    return verb, place


@construct((1,), (0,), (4,))
def match_several_shapes(n):
    match any_move(n):
        case ("go", (x, y)):
            return x + y
        case (_, (x, _), way):
            return f"{x}{way}"
        case other:
            return other


@construct((1,), (0,), (4,))
def length_and_slice_of_several_shapes(n):
    move = any_move(n)
    return len(move), move[:1], move[0], "go" in move


@construct((1,), (0,))
def length_of_text_or_nothing(n):
    move = any_move(n) if n > 0 else None
    return len(move)


@construct((1,), (4,))
def loop_over_one_of_several_shapes(n):
    move = ("go", (n, n)) if n > 2 else ("wall", (n, 1), "h")
    return [str(part) for part in move], list(move)[-1], tuple(move)[-1], [*move]


@construct((1,), (4,))
def join_one_of_several_shapes(n):
    path = (1, 2) if n > 2 else ("a", "b", "c")
    for step in path:
        n += 1
    return n, (*path, 3)


@construct((3,), (0,))
def a_tuple_of_several_types_grows_in_a_loop(n):
    items = (-1.0, n)
    for turn in range(n):
        items += (turn, 0.5)
    return len(items), sum(items)


@construct((3,), (-1,))
def a_lambda_with_a_comprehension_of_an_unset_name(n):
    if n < 0:
        item = n
    squares = (lambda k: [item * k for item in range(4)])(n)
    return squares, item if n < 0 else n


@construct((3,), (-1,))
def an_inner_function_with_a_variable_of_an_unset_name(n):
    if n < 0:
        total = n

    def added(k):
        def twice(total):
            return 2 * total

        return twice(k) + sum(total for total in range(k))

    return added(abs(n)) + (total if n < 0 else 0)


@construct(((1, 2, 3, 4, 5),))
def a_tuple_that_grows_in_an_endless_loop_within_a_try(items):
    turns = 0
    try:
        while True:
            turns += 1
            if turns > 6:
                break
            items = ((items or items) + items)[:6][2:-2]
    except KeyError:
        turns = -1
    return items, turns


@construct((1, 2), (1, 5), (0, 2))
def a_dict_or_none(n, key):
    counts = {1: 10, 2: 20} if n else None
    counts[3] = n
    counts[key] += 5
    del counts[1]
    return key in counts, counts[key], len(counts)


@construct((1,), (0,))
def a_list_or_none(n):
    items = [4, 5, 6] if n else None
    items[n] = 7
    del items[0]
    return items, 7 in items


@construct((1,), (0,))
def a_set_or_none(n):
    seen = {4, 5} if n else None
    return 4 in seen, 6 not in seen


@construct((1,), (0,))
def a_list_or_a_tuple_whose_item_is_deleted(n):
    items = [4, 5, 6] if n else ("a", 2)
    del items[0]
    return items[0]


class Wallet:
    def __init__(self, coins):
        self.coins = coins

    def __add__(self, other):
        return Wallet(self.coins + other.coins)

    def __iadd__(self, other):
        self.coins += other.coins
        return self

    def __isub__(self, coins):
        self.coins -= coins
        return self


@construct((1,), (-4,))
def augmented_by_a_method_of_the_class(n):
    purse = Wallet(n)
    same = purse
    same += Wallet(3)
    same -= 1
    purses = [purse, Wallet(n)]
    purses[1] += purse
    return purse.coins, same is purse, purses[1].coins


NUMBER_OR_TEXT = (int, str)
NUMBER_OR_NONE = int | None


@construct((1,), (2,), (5,), (6,))
def isinstance_of_several_classes(n):
    one = n if n % 2 else "a"
    other = None if n > 3 else n
    return (
        isinstance(one, int | str),
        isinstance(one, NUMBER_OR_TEXT),
        isinstance(one, (int, float)),
        isinstance(other, NUMBER_OR_NONE),
        isinstance(other, str | None),
    )


def coins_of(thing):
    return thing.coins if isinstance(thing, Wallet) else thing


@construct((3,))
def isinstance_decides_for_each_type_of_an_argument(n):
    return coins_of(Wallet(n)) + coins_of(n)


def first_and_rest(first, *rest):
    return first, len(rest), sum(rest)


@construct((2,), (1,), (0,))
def items_of_any_number_go_to_the_rest(n):
    items = list(range(n))
    return first_and_rest(*items), first_and_rest(7, *items)


def with_two_defaults(first, second=3, third=5, *, factor=1):
    return (100 * first + 10 * second + third) * factor


class Corner(NamedTuple):
    row: int
    column: int = 4


@construct(([1],), ([1, 2],), ([1, 2, 3],), ([],), ([1, 2, 3, 4],))
def items_of_any_number_and_defaults(items):
    return with_two_defaults(*items), with_two_defaults(*items, factor=2)


@construct(([1],), ([1, 2],), ([],), ([1, 2, 3],))
def items_of_any_number_make_a_record(items):
    return Corner(*items)


class Pair:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        yield self.x
        yield self.x + 1


class Swapped(NamedTuple):
    x: int
    y: int

    def __iter__(self):
        return iter((self.y, self[0]))


@construct((1,))
def objects_that_can_be_looped_over_are_unpacked(n):
    a, b = Pair(n)
    c, *d = Pair(n + 5)
    e, f = Swapped(n, 9)
    return a, b, c, d, e, f, list(Pair(n)), tuple(Swapped(n, 2)), list(Swapped(n, 3))


# -- lists in lists whose items become of a wider type ----------------------------------------


@construct((2,), (0,), (3,))
def a_board_of_none_that_is_filled(n):
    board = [[None] * 3 for _ in range(3)]
    board[n][n] = "X"
    board[0][1] = n
    return board


@construct((3,), (1,))
def shortest_ways_between_all(n):
    far = [[float("inf")] * n for _ in range(n)]
    for i in range(n):
        far[i][i] = 0
        far[i][(i + 1) % n] = i + 1
    for k in range(n):
        for i in range(n):
            for j in range(n):
                far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    return far


@construct((1,), (5,))
def rows_that_are_appended_and_then_widened(n):
    rows = [[None] * 2]
    rows.append([0] * 2)
    rows[n][0] = 0.5
    rows.append([True])
    rows[0][1] = "x"
    return rows


@construct((2,), (4,))
def lists_in_a_dict_that_are_widened(n):
    kept = {key: [None] for key in range(3)}
    kept[n][0] = 5
    marks = {(r, c): {"mark": None} for r in range(2) for c in range(2)}
    marks[0, 1]["mark"] = n
    return kept, marks


@construct((2,), (0,))
def setdefault_in_setdefault(n):
    found = {}
    for i in range(n):
        for j in range(n):
            found.setdefault(i, {}).setdefault(j, []).append(i * j)
    return found


@construct(("ab", 2), ("", 1), ("xyz", 1))
def words_by_backtracking(letters, length):
    out, path = [], []

    def go(i):
        if i == length:
            out.append(path[:])
            return
        for letter in letters:
            path.append(letter)
            go(i + 1)
            path.pop()

    go(0)
    return out


@construct((2,), (1,))
def a_cube_of_lists(n):
    cube = [[[None] * 2 for _ in range(2)] for _ in range(2)]
    cube[n - 1][0][1] = n
    cube[0][0][0] = "a"
    flat = cube[0] + [[2.5]]
    flat[2].append(None)
    return cube, flat


def _filled_to(n):
    if n:
        rows = _filled_to(n - 1)
        rows[0][0] = n
        rows.append(["x"])
        return rows
    return [[None]]


@construct((2,), (0,))
def rows_of_a_recursive_call(n):
    return _filled_to(n)


class _Boards:
    def __init__(self):
        self.board = [[None] * 2 for _ in range(2)]
        self.past, self.last = [], None

    def play(self, row, column, mark):
        self.past.append([line[:] for line in self.board])
        self.board[row][column] = mark
        if self.last is not None:
            self.last[0][0] = mark
        else:
            self.last = [[None]]


@construct((1,), (0,), (2,))
def boards_of_an_object(n):
    boards = _Boards()
    boards.play(0, 0, "X")
    boards.play(1, n, 7)
    return boards.board, boards.past, boards.last


@construct((1,), (0,))
def rows_that_several_lists_share(n):
    rows = [[0] * 2 for _ in range(2)]
    others = rows if n else [[None] * 2 for _ in range(2)]
    others[0][0] = None
    both = [rows, others]
    both[0][1][1] = "s"
    copied = [row[:] for row in rows]
    copied[0][0] = 2.5
    return both, rows, others, copied, both[0] is both[1]


@construct((3,), (0,))
def rows_that_a_function_makes_of_many_kinds(n):
    def grid(value):
        return [[value] * 2 for _ in range(2)]

    empty, numbers = grid(None), grid(0)
    empty[0][0] = n
    numbers[1][1] = 1.5
    empty[1][0] = "x"
    return empty, numbers


# -- dataclasses that change, in containers ---------------------------------------------------


@dataclass
class _Unit:
    hp: int

    def hit(self, damage):
        self.hp -= damage


@dataclass
class _Team:
    name: str
    units: list[_Unit] = field(default_factory=list)
    lead: Optional[_Unit] = None


@construct((3,), (0,))
def units_of_a_list(n):
    units = [_Unit(i) for i in range(n)]
    for unit in units:
        unit.hp *= 10
        unit.hit(1)
    return [unit.hp for unit in units]


@construct((2,), (9,))
def units_of_a_dict(n):
    units = {"a": _Unit(3), "b": _Unit(4)}
    units["a"].hp = n
    for unit in units.values():
        unit.hit(1)
    return [(name, unit.hp) for name, unit in units.items()], units["a"] == _Unit(n - 1)


@construct((3,), (1,), (0,))
def units_of_a_team(n):
    team = _Team("red")
    for i in range(n):
        team.units.append(_Unit(i))
    if team.units:
        team.lead = team.units[0]
    teams = [team, _Team("blue", [_Unit(9)])]
    team.lead.hp = 50
    for one in teams:
        for unit in one.units:
            unit.hit(1)
    return [(one.name, [unit.hp for unit in one.units], one.lead is None) for one in teams]


@construct((1,), (2,))
def units_that_two_lists_share(n):
    units = [_Unit(i) for i in range(3)]
    grid = [[None] * 2 for _ in range(2)]
    grid[0][1] = units[n]
    grid[0][1].hp += 100
    best = max(units, key=lambda unit: unit.hp)
    best.hit(n)
    pairs = [(unit.hp, unit) for unit in units]
    pairs[0][1].hp = -1
    return [unit.hp for unit in units], best is grid[0][1], _Unit(-1) in units


@construct((1,), (0,))
def an_attribute_of_a_unit_or_none(n):
    unit = _Unit(3) if n else None
    unit.hp = 4
    unit.hp += n
    return unit.hp


@construct((1,), (0,))
def an_object_that_cannot_be_a_key(n):
    if n:
        return n
    return {_Unit(n): 1}[_Unit(n)]


# -- copies of constants ----------------------------------------------------------------------

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
    units = [_Unit(n)] * 2
    copied = copy.deepcopy(units)
    copied[0].hp = 9
    return both, other, other[0] is other[1][0], units[0].hp, copied[1].hp


# -- what is not known yet --------------------------------------------------------------------


@construct((3,), (0,))
def an_item_of_a_dict_that_is_empty_so_far(n):
    found = {}
    for i in range(n):
        if i % 2 in found:
            found[i % 2]["a"] = i
        else:
            found[i % 2] = {"b": 2}
    return found


@construct(
    (2,),
)
def a_key_of_a_dict_that_stays_empty(n):
    found = {}
    try:
        found[n]["a"] = 1
    except KeyError:
        return "missing"
    return found


# -- how objects are compared -----------------------------------------------------------------


@dataclass(eq=False)
class _Piece:
    value: int


@construct((1,), (2,))
def pieces_that_are_compared_by_identity(n):
    one, other = _Piece(n), _Piece(n)
    pieces = [one, _Piece(2)]
    places = {one: 1, other: 2}
    found = [one == other, one == one, one != other, one in pieces, other in pieces]
    return found, (one, 1) == (other, 1), [one] == [one], len(places), places[one]


@dataclass
class _Parity:
    value: int

    def __eq__(self, other):
        return self.value % 2 == other.value % 2


@dataclass(frozen=True)
class _Noted:
    value: int
    note: int = field(default=0, compare=False)


@construct((2,), (1,))
def long_tuples_of_objects_with_their_own_equality(n):
    some = tuple(_Parity(i) for i in range(40))
    others = tuple(_Parity(i + n) for i in range(40))
    noted = tuple(_Noted(i, 1) for i in range(40))
    return some == others, noted == tuple(_Noted(i, n) for i in range(40))


# -- fields and attributes that are set when an object is made --------------------------------


@dataclass
class _Area:
    width: int
    height: int
    size: int = field(init=False)

    def __post_init__(self):
        if self.width >= 0:
            self.size = self.width * self.height


@construct((2,), (0,), (-1,))
def a_field_that_post_init_sets(n):
    areas = [_Area(n, i) for i in range(3)]
    areas[0].width = 9
    return [(area.width, area.size) for area in areas], areas[1] == _Area(n, 1)


class _Metal(Enum):
    IRON = ("Fe", 7.9, None)
    GOLD = ("Au", 19, [1, 3])

    def __init__(self, letters, weight, charges):
        self.letters = letters
        self.weight = weight
        self.charges = charges

    @property
    def doubled(self):
        return self.letters * 2

    def is_heavier(self, other):
        return self.weight > other.weight


@construct((1,), (0,))
def members_with_attributes(n):
    metal = (_Metal.IRON, _Metal.GOLD)[n]
    found = metal.letters, metal.weight, metal.charges, metal.doubled
    return found, metal.is_heavier(_Metal.IRON), [one.weight for one in _Metal], _Metal.GOLD.letters
