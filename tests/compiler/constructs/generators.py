"""Generator functions, generator expressions and iterators."""

from __future__ import annotations

import collections
import itertools

from tests.compiler.constructs.registry import construct


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


@construct((2,), (0,))
def generator_that_fails_when_it_is_used(n):
    items = (10 // (x - 1) for x in range(n))
    first = next(items, 0)
    return first


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


@construct((3,), (7,))
def yields_from_a_tuple_of_several_types(n):
    def items():
        yield 33.0
        yield from ((n if n > 4 else -33.0), 6, n)

    return tuple(items())


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


class _Rook:
    def __init__(self, place):
        self.place = place

    def targets(self, most):
        for i in range(most):
            if i != self.place:
                yield i


class _Pawn(_Rook):
    def targets(self, most):
        yield self.place + 1


class _Shadow(_Rook):
    def targets(self, most):
        self.place += 1
        yield self.place / 2
        yield from super().targets(most=2)


@construct((3,), (0,))
def generator_methods_of_two_classes(n):
    piece = _Rook(n) if n > 1 else _Pawn(n)
    return list(piece.targets(4)), max(piece.targets(most=2)), 2 in piece.targets(5)


@construct((3,), (0,))
def generator_methods_of_three_classes(n):
    found = []
    pieces = [_Rook(n), _Pawn(1), _Shadow(n), _Pawn(n)]
    for piece in pieces:
        for target in piece.targets(4):
            if target not in found:
                found.append(target)
            piece.place += 1
            if target > 3:
                break
    return found, [t for piece in pieces for t in piece.targets(n)], next(pieces[n].targets(2))


@construct((True,), (False,))
def generator_method_of_none(is_there):
    pieces = [_Rook(1), _Pawn(1), None]
    piece = pieces[0 if is_there else 2]
    return list(piece.targets(3))


def _orders(items):
    if not items:
        yield ()
        return
    for i, x in enumerate(items):
        for rest in _orders(items[:i] + items[i + 1 :]):
            yield (x, *rest)


@construct((3,), (0,))
def recursive_generator_of_growing_tuples(n):
    return list(_orders(tuple(range(n))))


@construct((3,), (0,))
def recursive_generator_of_growing_lists(n):
    def rows(left):
        if left == 0:
            yield []
        else:
            for x in range(2):
                for rest in rows(left - 1):
                    yield [x, *rest]

    return list(rows(n))


@construct((3,), (0,))
def nested_recursive_generator(n):
    def orders(path, left):
        if not left:
            yield path
            return
        for x in left:
            yield from orders([*path, x], [y for y in left if y != x])

    return list(orders([], list(range(n))))


def numbers_until_an_error(n):
    yield 8
    yield [5].index(n)
    yield 3


@construct((5,), (3,))
def error_of_a_generator_in_zip(n):
    return list(zip("a", numbers_until_an_error(n), strict=False))


@construct((5,), (3,))
def error_of_a_generator_in_zip_is_reached(n):
    return list(zip("ab", numbers_until_an_error(n), strict=False))


@construct((3,), (0,))
def error_of_mapped_items_in_zip(n):
    halves = (6 // (n - i) for i in range(n + 2))
    return [*zip(range(n), halves, map(lambda x: 6 // (3 - x), range(9)), strict=False)]


def _steps(row, column):
    for down, right in ((0, 1), (1, 0), (1, 1)):
        line = ((row + n * down, column + n * right) for n in itertools.count(1))
        yield from itertools.takewhile(lambda place: max(place) < 8, line)


@construct((3, 1), (7, 6))
def endless_generator_used_by_the_next_statement(row, column):
    first = []
    for by in (1, 2):
        numbers = itertools.count(column)
        for number in numbers:
            if number > row * by:
                break
            first.append(number * by)
    return first, list(_steps(row, column))


@construct((3,), (1,), (0,))
def lazy_values_used_by_the_next_statement(n):
    found, items = [], [n, 2, 3]
    doubled = (2 * item for item in items)
    for item in doubled:
        items = items if len(items) > 5 else [*items, item]
        found.append((item, len(items)))
    pairs = zip(items, (n * item for item in items))
    numbered = enumerate(pairs)
    rows = [(index, *pair) for index, pair in numbered]
    while n < 3:
        changing = (item * n for item in (1, 2))
        for item in changing:
            n += 1
            found.append((item, n))
    return found, rows


@construct((3,), (1,), (0,))
def error_in_a_lazy_value_used_by_the_next_statement(n):
    try:
        parts = (6 // item for item in [3, n, 2 // n])
        return sum(parts)
    except ZeroDivisionError:
        return -1


def _kinds_of(n):
    pairs = sorted([(3, 1), (3, n), (1, 5)])
    for kind, _ in itertools.groupby(pairs, key=lambda pair: pair[0]):
        yield kind


@construct((3,))
def groupby_of_a_list_that_nobody_changes(n):
    return list(_kinds_of(n))
