"""Errors raised and caught, and the ways out of `try` with `finally`."""

from __future__ import annotations

import math

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    PRIMES,
    WORTH,
)


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


@construct((2.0,), (0.0,))
def an_overflow_of_python_is_caught(x):
    try:
        return int(x * 1e308 * 10)
    except OverflowError:
        return -1


@construct((1,), (-1,))
def free_variable_without_a_value(n):
    if n > 0:
        late = n

    def inner():
        return late + 1

    kind = 0
    try:
        inner()
    except UnboundLocalError:
        kind = 1
    except NameError:
        kind = 2
    try:
        kind += sum([late + x for x in (n, 2)])
    except UnboundLocalError:
        kind += 10
    except NameError:
        kind += 20
    return kind
