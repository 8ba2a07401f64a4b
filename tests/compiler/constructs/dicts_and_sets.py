"""Dicts and sets, and what happens when they change within a loop over them."""

from __future__ import annotations

import collections

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    NAMES,
    VOWELS,
    WORTH,
)

# -- dicts --------------------------------------------------------------------------------------


SQUARES = {(0, 0): "corner", (0, 1): "edge", (1, 1): "centre"}


BY_NUMBER = {1: 10, 2: 20, 3: 30}


NEXT = {"red": "green", "green": "amber", "amber": "red"}


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


@construct((3,))
def list_in_a_dict_is_not_copied(n):
    rows = {"a": [], "b": []}
    row = rows["a"]
    row.append(n)
    return rows


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


@construct(([3, 1],), ([],))
def dict_updates(items):
    found = {0: 1}
    found.update(zip(items, items))
    found.update([(7, 8)])
    named = {"a": 1}
    named.update(b=2, a=len(items))
    return found, named


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


@construct((1, 2), (1, 5), (0, 2))
def a_dict_or_none(n, key):
    counts = {1: 10, 2: 20} if n else None
    counts[3] = n
    counts[key] += 5
    del counts[1]
    return key in counts, counts[key], len(counts)


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


# -- sets ---------------------------------------------------------------------------------------


CORNERS = frozenset({0, 7, 56, 63})


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


@construct((1,), (0,))
def a_set_or_none(n):
    seen = {4, 5} if n else None
    return 4 in seen, 6 not in seen
