"""`itertools`, `functools` and `collections`."""

from __future__ import annotations

import bisect
import collections
import itertools
import math
import operator
import typing
from functools import cmp_to_key, reduce
from itertools import chain, combinations, pairwise, permutations, product

from tests.compiler.constructs.registry import construct


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
    several = a == b, a == collections.Counter(a.elements()), +a, -a, +b, -b, -collections.Counter()
    return a + b, a - b, a & b, a | b, *several


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


@construct((2, -1), (3, 0), (3, 1))
def product_repeated(n, times):
    negative = 0
    try:
        negative = len(list(itertools.product(range(n), repeat=-1)))
    except ValueError:
        negative = -1
    found = list(itertools.product(range(n), repeat=times)) if times >= 0 else []
    return negative, found


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


def _powerset(items):
    known = list(items)
    return itertools.chain.from_iterable(
        itertools.combinations(known, size) for size in range(len(known) + 1)
    )


@construct((3,), (0,))
def powerset_recipe(n):
    return list(_powerset(range(n))), sorted({len(part) for part in _powerset((1, n))})


@construct(([3, 1, 2],), ([],))
def chain_of_a_generator(items):
    found = itertools.chain.from_iterable((x, -x) for x in items if x > 1)
    first = next(found, 0)
    return first, list(found), sum(itertools.chain.from_iterable([x] * x for x in items))


@construct(([3, 1, 2],), ([],))
def accumulate_from_a_start(items):
    largest = list(itertools.accumulate(items, max, initial=2))
    return (
        largest,
        list(itertools.accumulate(items, initial=10)),
        list(itertools.accumulate(items, initial=None)),
    )


@construct(([3, 1, 2], 2), ([], 2), ([], 0), ([1], -1))
def combinations_with_replacement(items, size):
    return list(itertools.combinations_with_replacement(items, size))


@construct(([3, 1, 2],), ([],))
def compressed_items(items):
    return list(itertools.compress("abcd", items)), list(itertools.compress(items, (0, 1, 1)))


@construct(([3, 1, 2],), ([],))
def smallest_of_a_list_and_more(items):
    return min(*items, 2), max(7, *items, 2.5)


@construct(("b", "A"))
def methods_as_functions(a, b):
    return sorted([a, b], key=str.lower), list(map(str.upper, [a, b])), str.split(a + "-" + b, "-")


@construct(([3, 1, 2],), ([],))
def sorted_by_a_comparison(items):
    down = sorted(items, key=cmp_to_key(lambda a, b: b - a), reverse=True)
    items.sort(key=cmp_to_key(lambda a, b: a % 2 - b % 2))
    return down, items


@construct(([1, 2, 2, 5], 2), ([7], 7), ([], 3))
def places_in_a_sorted_list(items, x):
    found = bisect.bisect(items, x), bisect.bisect_left(items, x), bisect.bisect_right(items, x, 1)
    bisect.insort(items, x)
    return found, items


@construct(([1, 2, 2, 5], 3), ([1, 2, 2, 5], -1))
def places_from_a_place(items, low):
    return bisect.bisect_left(items, 2, low), bisect.bisect_right(items, 2, lo=low, hi=3)


@construct(("a-b-c", "-", 1), ("aaa", "aa", -1), ("", "x", 2), ("ab", "", 1))
def split_from_the_right(text, part, most):
    return text.rsplit(part, most), text.rsplit(part), text.rsplit()


@construct((3,), (0,))
def last_item_of_a_dict(n):
    found = {i: str(i) for i in range(n)}
    last = found.popitem()
    return last, found


@construct(([1, 2],), ([],))
def sets_of_several(items):
    a = {1, 2, 3}
    a.update(items, (7,))
    b = a.difference(items, [7])
    return a, b, a.union(items, b, "x"), a.intersection(items, [1]), a.union(), set.union(a, b)


@construct((1.0, 1.0 + 1e-12), (1.0, 2.0), (1e300, -1e300), (0.0, 1e-12), (1, 1))
def numbers_that_are_close(a, b):
    return math.isclose(a, b), math.isclose(a, b, rel_tol=0.6), math.isclose(a, b, abs_tol=1e-9)


Player = typing.NewType("Player", int)
Numbers = list[int]


@construct((3,), (0,))
def generic_classes_and_new_types(n):
    items, found, named = list[int](), set[int]([n]), dict[str, int]()
    items.append(n)
    named["a"] = n
    counts = typing.Counter([1, n])
    several = typing.DefaultDict[int, list](list)  # noqa: UP006
    several[1].append(2)
    queue = collections.deque[int]([1, n])
    made = Numbers(range(n)), tuple[int, ...](items)
    return items, found, named, counts, dict(several), list(queue), made, Player(n)
