"""Methods of `Counter` and `deque`."""

# mypy: ignore-errors

from outply.compiler.library.sorting import sort_down_by


def count_items(found, items):
    for item in items:
        found[item] = found[item] + 1


def count_pairs(found, pairs, sign):
    for item, number in pairs:
        found[item] = found[item] + sign * number


def most_common(found):
    items = list(found.items())
    numbers = [number for _, number in items]
    sort_down_by(items, numbers)
    return items


def elements(found):
    for item, number in found.items():
        for _ in range(number):
            yield item


def counters_sum(one, other, found):
    for item, number in one.items():
        if number + other[item] > 0:
            found[item] = number + other[item]
    for item, number in other.items():
        if item not in one and number > 0:
            found[item] = number
    return found


def counters_difference(one, other, found):
    for item, number in one.items():
        if number - other[item] > 0:
            found[item] = number - other[item]
    for item, number in other.items():
        if item not in one and number < 0:
            found[item] = -number
    return found


def counters_least(one, other, found):
    for item, number in one.items():
        if min(number, other[item]) > 0:
            found[item] = min(number, other[item])
    return found


def counters_most(one, other, found):
    for item, number in one.items():
        if max(number, other[item]) > 0:
            found[item] = max(number, other[item])
    for item, number in other.items():
        if item not in one and number > 0:
            found[item] = number
    return found


def rotated(items, steps):
    size = len(items)
    if size == 0:
        return
    before = list(items)
    for at in range(size):
        items[(at + steps) % size] = before[at]
