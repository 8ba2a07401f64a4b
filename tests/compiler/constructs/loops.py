"""`for`, `while`, `range`, `enumerate` and `zip`."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    times_two,
)


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
    return list(map(abs, items)), list(map(lambda x: x * x, items)), sum(map(times_two, items))


@construct(([1, 2], [10, 20]))
def map_of_two(a, b):
    return list(map(lambda x, y: x + y, a, b)), tuple(map(max, a, b))


@construct((["1", "22"],), ([],))
def map_of_int(words):
    return list(map(int, words))


@construct(([1, -2, 3, 0],), ([],))
def filter_of_function(items):
    return list(filter(lambda x: x > 0, items)), list(filter(None, items))


@construct((3,), (0,))
def range_is_fixed_at_the_start(n):
    total = 0
    for i in range(n):
        n += 10
        total += i + n
    return total, n


@construct((0,), (3,))
def loop_that_changes_two_variables(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a, b


@construct((6, 2), (6, -1), (3, 1), (6, 9), (0, 0))
def items_and_slices_of_a_range(n, i):
    numbers = range(n)
    back = numbers[::-1]
    parts = range(n)[1:], range(n)[:i], range(2, n, 3)[::2], range(n)[-2:], range(n, 0, -1)[1:3]
    return list(back), parts, [x for x in range(0, 10, 3)[i:n:2]], len(numbers[i:]), range(n)[i]


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
