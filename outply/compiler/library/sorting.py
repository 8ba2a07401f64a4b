"""Sorting lists, by themselves and by keys."""

# mypy: ignore-errors


def sort(items):
    """Sort a list in place, keeping the order of equal items."""
    for i in range(1, len(items)):
        item = items[i]
        j = i
        while j > 0 and item < items[j - 1]:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


def sort_down(items):
    for i in range(1, len(items)):
        item = items[i]
        j = i
        while j > 0 and items[j - 1] < item:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


def sort_by(items, keys):
    for i in range(1, len(items)):
        item = items[i]
        key = keys[i]
        j = i
        while j > 0 and key < keys[j - 1]:
            items[j] = items[j - 1]
            keys[j] = keys[j - 1]
            j -= 1
        items[j] = item
        keys[j] = key


def sort_down_by(items, keys):
    for i in range(1, len(items)):
        item = items[i]
        key = keys[i]
        j = i
        while j > 0 and keys[j - 1] < key:
            items[j] = items[j - 1]
            keys[j] = keys[j - 1]
            j -= 1
        items[j] = item
        keys[j] = key


def sort_by_comparison(items, compare):
    for i in range(1, len(items)):
        item = items[i]
        j = i
        while j > 0 and compare(item, items[j - 1]) < 0:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


def sort_down_by_comparison(items, compare):
    for i in range(1, len(items)):
        item = items[i]
        j = i
        while j > 0 and compare(items[j - 1], item) < 0:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


def sort_either_by_comparison(items, compare, down):
    if down:
        sort_down_by_comparison(items, compare)
    else:
        sort_by_comparison(items, compare)


def bisect_left(items, wanted, low, high):
    if low < 0:
        raise ValueError("lo must be non-negative")
    while low < high:
        middle = (low + high) // 2
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def bisect_right(items, wanted, low, high):
    if low < 0:
        raise ValueError("lo must be non-negative")
    while low < high:
        middle = (low + high) // 2
        if wanted < items[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def reverse(items):
    last = len(items) - 1
    for i in range(len(items) // 2):
        item = items[i]
        items[i] = items[last - i]
        items[last - i] = item


def sort_either(items, down):
    if down:
        sort_down(items)
    else:
        sort(items)


def sort_either_by(items, keys, down):
    if down:
        sort_down_by(items, keys)
    else:
        sort_by(items, keys)
