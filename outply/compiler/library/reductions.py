"""Loops that end in one value: `any`, `sum`, `max`, `reduce`, `count`, `index`."""

# ruff: noqa: SIM110, F821, F841
# mypy: ignore-errors

INFINITE = float("inf")


def any_of(items):
    for item in items:
        if item:
            return True
    return False


def all_of(items):
    for item in items:
        if not item:
            return False
    return True


def total(items, start):
    so_far = start
    for item in items:
        so_far = so_far + item
    return so_far


def float_total(items, start):
    """Of floats; without any, what it starts with, which may be an int."""
    so_far = start + 0.0
    found = False
    for item in items:
        found = True
        so_far = so_far + item
    if not found:
        return start
    return so_far


def compensated_total(items, start):
    """As Python 3.12 adds floats: what rounding loses is kept apart (Neumaier 1974)."""
    so_far = start + 0.0
    lost = 0.0
    found = False
    for item in items:
        found = True
        sum_ = so_far + item
        if abs(so_far) >= abs(item):
            lost = lost + ((so_far - sum_) + item)
        else:
            lost = lost + ((item - sum_) + so_far)
        so_far = sum_
    if not found:
        return start
    if lost == lost and lost != INFINITE and lost != -INFINITE:
        return so_far + lost
    return so_far


def smallest(items):
    found = False
    for item in items:
        if not found or item < best:
            best = item
            found = True
    if not found:
        raise ValueError("min() arg is an empty sequence")
    return best


def largest(items):
    found = False
    for item in items:
        if not found or item > best:
            best = item
            found = True
    if not found:
        raise ValueError("max() arg is an empty sequence")
    return best


def smallest_or(items, default):
    found = False
    for item in items:
        if not found or item < best:
            best = item
            found = True
    if not found:
        return default
    return best


def largest_or(items, default):
    found = False
    for item in items:
        if not found or item > best:
            best = item
            found = True
    if not found:
        return default
    return best


def smallest_by(items, key):
    found = False
    for item in items:
        value = key(item)
        if not found or value < least:
            best = item
            least = value
            found = True
    if not found:
        raise ValueError("min() arg is an empty sequence")
    return best


def largest_by(items, key):
    found = False
    for item in items:
        value = key(item)
        if not found or value > most:
            best = item
            most = value
            found = True
    if not found:
        raise ValueError("max() arg is an empty sequence")
    return best


def smallest_by_or(items, key, default):
    found = False
    for item in items:
        value = key(item)
        if not found or value < least:
            best = item
            least = value
            found = True
    if not found:
        return default
    return best


def largest_by_or(items, key, default):
    found = False
    for item in items:
        value = key(item)
        if not found or value > most:
            best = item
            most = value
            found = True
    if not found:
        return default
    return best


def reduced(function, items):
    found = False
    for item in items:
        so_far = function(so_far, item) if found else item
        found = True
    if not found:
        raise TypeError("reduce() of empty iterable with no initial value")
    return so_far


def reduced_from(function, items, start):
    so_far = start
    for item in items:
        so_far = function(so_far, item)
    return so_far


def count_of(items, wanted):
    number = 0
    for item in items:
        if item == wanted:
            number += 1
    return number


def index_of(items, wanted):
    for number, item in enumerate(items):
        if item == wanted:
            return number
    raise ValueError("not in the sequence")


def index_between(items, wanted, start, stop):
    size = len(items)
    first = max(start + size, 0) if start < 0 else start
    last = stop + size if stop < 0 else stop
    for number, item in enumerate(items):
        if first <= number < last and item == wanted:
            return number
    raise ValueError("not in the sequence")
