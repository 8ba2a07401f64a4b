"""Functions of `itertools`, as generators."""

# ruff: noqa: SIM113, F821, F841
# mypy: ignore-errors


def accumulated(items):
    found = False
    for item in items:
        so_far = so_far + item if found else item
        found = True
        yield so_far


def accumulated_by(items, function):
    found = False
    for item in items:
        so_far = function(so_far, item) if found else item
        found = True
        yield so_far


def accumulated_from(items, function, initial):
    so_far = initial
    yield so_far
    for item in items:
        so_far = function(so_far, item)
        yield so_far


def compressed(pairs):
    for item, wanted in pairs:
        if wanted:
            yield item


def combinations_with_replacement(pool, size):
    if size > 0 and len(pool) == 0:
        return
    places = [0] * size
    while True:
        yield tuple([pool[place] for place in places])
        at = size - 1
        while at >= 0 and places[at] == len(pool) - 1:
            at -= 1
        if at < 0:
            return
        following = places[at] + 1
        for behind in range(at, size):
            places[behind] = following


def one_of(which, first, second, third, fourth, fifth, sixth):
    if which == 0:
        yield from first
    elif which == 1:
        yield from second
    elif which == 2:
        yield from third
    elif which == 3:
        yield from fourth
    elif which == 4:
        yield from fifth
    else:
        yield from sixth


def flattened(items):
    for part in items:
        yield from part


def pairs(items):
    found = False
    for item in items:
        if found:
            yield before, item
        before = item
        found = True


def taken_while(test, items):
    for item in items:
        if not test(item):
            return
        yield item


def dropped_while(test, items):
    dropping = True
    for item in items:
        if dropping and test(item):
            continue
        dropping = False
        yield item


def sliced(items, start, stop, step):
    wanted = start
    number = 0
    if stop <= start:
        return
    for item in items:
        if number == wanted:
            yield item
            wanted += step
        number += 1
        if number >= stop:
            return


def sliced_to_the_end(items, start, step):
    wanted = start
    number = 0
    for item in items:
        if number == wanted:
            yield item
            wanted += step
        number += 1


def repeated(item, times):
    for _ in range(times):
        yield item


def product_2(one, other):
    for a in one:
        for b in other:
            yield a, b


def product_3(one, other, third):
    for a in one:
        for b in other:
            for c in third:
                yield a, b, c


def product_4(one, other, third, fourth):
    for a in one:
        for b in other:
            for c in third:
                for d in fourth:
                    yield a, b, c, d


def product_1(one):
    for a in one:
        yield (a,)


def pairs_of(pool):
    for i in range(len(pool)):
        for j in range(i + 1, len(pool)):
            yield pool[i], pool[j]


def triples_of(pool):
    for i in range(len(pool)):
        for j in range(i + 1, len(pool)):
            for k in range(j + 1, len(pool)):
                yield pool[i], pool[j], pool[k]


def ordered_pairs_of(pool):
    for i in range(len(pool)):
        for j in range(len(pool)):
            if i != j:
                yield pool[i], pool[j]


def combinations(pool, size):
    if size < 0:
        raise ValueError("r must be non-negative")
    if size > len(pool):
        return
    places = list(range(size))
    while True:
        yield tuple([pool[place] for place in places])
        at = size - 1
        while at >= 0 and places[at] == len(pool) - size + at:
            at -= 1
        if at < 0:
            return
        places[at] += 1
        for behind in range(at + 1, size):
            places[behind] = places[behind - 1] + 1


def permutations(pool, size):
    if size < 0:
        raise ValueError("r must be non-negative")
    if size > len(pool):
        return
    places = list(range(size))
    while True:
        yield tuple([pool[place] for place in places])
        at = size - 1
        while at >= 0:
            following = places[at] + 1
            while following < len(pool) and following in places[:at]:
                following += 1
            if following < len(pool):
                break
            at -= 1
        if at < 0:
            return
        places[at] = following
        for behind in range(at + 1, size):
            least = 0
            while least in places[:behind]:
                least += 1
            places[behind] = least


def zipped_longest(one, other, fill):
    for i in range(max(len(one), len(other))):
        yield one[i] if i < len(one) else fill, other[i] if i < len(other) else fill


def grouped(items):
    yield from grouped_by(items, itself)


def itself(item):
    return item


def grouped_by(items, function):
    found = False
    for item in items:
        value = function(item)
        if found and value == key:
            group.append(item)
            continue
        if found:
            turn = iter(group)
            yield key, turn
            for _ in turn:
                pass
        found = True
        key = value
        group = [item]
    if found:
        turn = iter(group)
        yield key, turn
        for _ in turn:
            pass


def product_of_many(pools):
    """All ways to take one item of each of some lists."""
    for pool in pools:
        if len(pool) == 0:
            return
    places = [0] * len(pools)
    while True:
        yield tuple([pools[number][place] for number, place in enumerate(places)])
        at = len(pools) - 1
        while at >= 0 and places[at] == len(pools[at]) - 1:
            places[at] = 0
            at -= 1
        if at < 0:
            return
        places[at] += 1


def times_of(pool, times):
    if times < 0:
        raise ValueError("repeat argument cannot be negative")
    return [pool] * times


def transposed(rows):
    if len(rows) > 0:
        for at in range(min([len(row) for row in rows])):
            yield tuple([row[at] for row in rows])


def require_two(items):
    if len(items) == 1:
        raise TypeError("object is not iterable")
    if len(items) == 0:
        raise TypeError("expected at least 1 argument, got 0")
