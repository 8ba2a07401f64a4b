"""Functions as values: closures, lambdas, defaults, arguments of any number."""

from __future__ import annotations

import functools
import operator
from typing import NamedTuple

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    Point,
    Walker,
    times_two,
)


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
    return _apply(abs, n), _apply(lambda x: x * n, 4), _apply(times_two, n)


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


@construct((3,), (0,))
def closures_in_a_loop_see_the_last_value(n):
    functions = [lambda: i for i in range(n)]
    return [f() for f in functions]


@construct((3,), (0,))
def closures_with_defaults_keep_their_value(n):
    functions = [lambda x, i=i: x + i for i in range(n)]
    return [f(10) for f in functions]


@construct((3, 4), (0, 1))
def same_name_in_two_functions(a, b):
    def one(x):
        y = x + 1
        return y

    def two(x):
        y = one(x) * 2
        return y + one(b)

    return two(a)


@construct((3, True), (3, False))
def one_of_two_functions(n, twice):
    f = times_two if twice else abs
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
    functions = {0: abs, 1: times_two}
    return functions[n](-4)


@construct(("n", 3), ("e", -2))
def constant_functions_by_key(name, n):
    return CHANGES[name](n), FUNCTIONS[n % 3](n), [f(n) for f in FUNCTIONS], FUNCTIONS[-1](n)


def _triple(x):
    return 3 * x


FUNCTIONS = (abs, _triple, times_two)


CHANGES = {"n": _triple, "e": abs}


@construct(("n", 3), ("x", -2))
def constant_functions_of_a_dict(name, n):
    function = CHANGES.get(name, times_two)
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


@construct((3,), (0,))
def lambda_in_a_dict_comprehension(n):
    return {x: (lambda y: y + x)(1) for x in range(n)}


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


@construct(((1, 2, 3),))
def lambdas_of_a_loop_with_defaults(row):
    functions = []
    for number in row:
        functions.append(lambda x, k=number: x + k)
    others = [lambda x, k=number + 1: x * k for number in row]
    return [f(1) for f in functions], [f(2) for f in others]


@construct((3,), (0,))
def default_that_is_an_empty_list(n):
    def total(x, more: list[int] = []):  # noqa: B006
        return x + sum(more)

    return total(n), total(n, [n, 1])
