"""Nested functions that call themselves and set variables of the functions around them."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct


@construct((5,), (0,), (2,))
def counted_calls(n):
    count = 0

    def visit(k):
        nonlocal count
        count += 1
        for i in range(k):
            visit(i)

    visit(n)
    visit(1)
    return count


@construct((5,), (0,), (2,))
def best_of_all_ways(n):
    best = None
    path = []

    def go(k, total):
        nonlocal best
        if k == 0:
            if best is None or total > best:
                best = total
            return
        for step in (1, 2):
            if step <= k:
                path.append(step)
                go(k - step, total + step * len(path))
                path.pop()

    go(n, 0)
    return best, path


@construct((5,), (0,), (2,))
def operands_before_and_after_the_call(n):
    best = None

    def go(k):
        nonlocal best
        best = k if best is None else best + k
        if k > 0:
            return go(k - 1) + 1
        return best

    a = (best, go(n), best, go(1), best)
    b = best + go(2)
    c = [best, go(2) + best * 100, best]
    return a, b, c


@construct((5,), (0,), (2,))
def texts_and_lists_that_grow(n):
    log = ""
    kept = []

    def go(k):
        nonlocal log, kept
        log += str(k)
        kept = kept + [k]
        if k:
            go(k - 1)
            go(k - 2 if k > 1 else 0)

    go(n)
    return log, kept


@construct((5,), (0,), (2,))
def two_functions_that_call_each_other(n):
    evens = odds = 0

    def even(k):
        nonlocal evens
        evens += 1
        if k:
            odd(k - 1)

    def odd(k):
        nonlocal odds
        odds += k
        if k:
            even(k - 1)

    even(n)
    odd(n)
    return evens, odds


@construct((5,), (0,), (2,))
def set_by_a_function_that_is_called(n):
    total = 0

    def add(x):
        nonlocal total
        total += x

    def go(k):
        add(k)
        if k > 0:
            go(k - 1)
            add(1)

    go(n)
    return total


@construct((5,), (0,), (2,))
def set_two_functions_further_out(n):
    total = 0

    def outer(k):
        found = 0

        def inner(j):
            nonlocal found, total
            found += 1
            total += j
            if j:
                inner(j - 1)

        inner(k)
        if k:
            outer(k - 1)
        return found

    return outer(n), total


@construct((5,), (0,), (2,))
def flags_that_end_a_search(n):
    done = False
    found = -1

    def go(k, j):
        nonlocal done, found
        if done:
            return False
        if k * j == 6:
            done, found = True, k
            return True
        return any(go(k + 1, i) for i in range(n) if k < 4)

    r = go(0, 0)
    return r, done, found


@construct((5,), (0,), (2,))
def defined_in_a_loop(n):
    depth = most = 0
    for i in range(n):

        def dive(k):
            nonlocal depth, most
            depth += 1
            most = max(most, depth)
            if k > i:
                dive(k - 1)
            depth -= 1

        dive(n)
    return depth, most


@construct((5,), (0,), (2,))
def with_annotations(n):
    total: float = 0

    def go(k: int) -> None:
        nonlocal total
        total += k / 2
        if k:
            go(k - 1)

    go(n)
    return total


@construct((5,), (0,), (2,))
def called_in_comprehensions(n):
    c = 0

    def go(k):
        nonlocal c
        c += 1
        return 0 if not k else go(k - 1) + c

    return (
        [go(i) for i in range(n)],
        c,
        {i: go(i) for i in range(2)},
        sorted(range(3), key=lambda i: -go(i)),
        c,
    )


@construct((5,), (0,), (2,))
def longest_list(n):
    best = []

    def go(k, path):
        nonlocal best
        if len(path) > len(best):
            best = path
        for i in range(k):
            go(i, path + [i])

    go(n, [])
    best.append(9)
    return best


@construct((5,), (0,), (2,))
def called_in_conditions(n):
    c = 0

    def go(k):
        nonlocal c
        c += 1
        return k > 0 and go(k - 1)

    while c < 10:
        go(n)
    if go(1) or c > 5:
        c += 100
    return c
