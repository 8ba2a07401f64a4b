"""Plain statements, the order of evaluation, deleted variables and short algorithms."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct

# -- statements ---------------------------------------------------------------------------------


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


@construct((2,), (0,))
def spread_items_are_computed_once(n):
    log = []

    def note(x):
        log.append(x)
        return x

    return [note(0), *[note(1), note(n)], *range(n)], (*[note(5)], note(6)), log


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


@construct((6,), (0,))
def spread_before_a_call_changes_it(n):
    log = []

    def note(value):
        log.append(value)
        return value

    note(n)
    return [*log, note(n + 1), *log], log


# -- short algorithms ---------------------------------------------------------------------------


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
