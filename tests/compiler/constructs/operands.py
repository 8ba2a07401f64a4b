"""Operands that keep their values while those behind them change what they were read from."""

from __future__ import annotations

from typing import NamedTuple

from tests.compiler.constructs.registry import construct


class Spot(NamedTuple):
    cells: tuple[int, int]
    turn: int

    def plus(self, amount: int) -> int:
        return self.turn + amount


def put(items, value):
    items[0] = value
    return 1


@construct((3,))
def an_item_before_a_call_that_sets_it(n):
    def new():
        return [(n, 2)]

    a, b, c, d, e, f = new(), new(), new(), new(), new(), new()
    pair, row = (a[0], put(a, (8, 8))), [b[0], put(b, (8, 8))]
    joined = c[0] + (put(c, (8, 8)),)
    less = d[0] < (put(d, (8, 8)), n)
    found = n in e[0][: put(e, (8, 8))]
    return pair, row, joined, less, found, max(f[0], (put(f, (8, 8)), 0))


@construct((1,))
def an_item_of_an_item_that_an_index_sets(n):
    a, b, c = [(n, 2)], [(n, 2)], {n: (n, 2)}
    first, some = a[0][put(a, (8, 8))], b[0][0 : put(b, (8, 8))]
    return first, some, {n: (c[n], put(a, (7, 7)), a[0])}


@construct((1, True), (1, False))
def a_choice_before_a_call_that_sets_it(n, first):
    a, b, other = [(n, 2)], [(n, 2)], (5, 6)
    return (a[0] if first else other, put(a, (8, 8))), (b[0] or other, put(b, (8, 8)))


@construct((2,))
def an_argument_before_one_that_sets_it(n):
    def both(x, y):
        return x, y

    a, b, c = [Spot((n, 2), n)], [Spot((n, 2), n)], [Spot((n, 2), n)]
    other = Spot((7, 7), 7)
    given = both(a[0], put(a, other))
    called, replaced = b[0].plus(put(b, other)), c[0]._replace(turn=put(c, other))
    return given, called, replaced, Spot(a[0].cells, put(a, Spot((1, 1), 1)))


@construct((5,))
def a_variable_that_an_inner_function_sets(n):
    t, best = (1, 2), (0, 0)

    def change():
        nonlocal t
        t = (t[0] + 8, 8)
        return 1

    def visit(k):
        nonlocal best
        best = (k, n)
        return k

    pair, total, item = (t, change()), t + (change(),), t[change()]
    return pair, total, item, best < (visit(1), 0), best, t


@construct((5,), (0,))
def a_number_of_either_kind_before_a_call(n):
    items = [n if n else 0.5]
    triple = items[0], put(items, 2.5), items[0]
    return triple, items[0] + put(items, 4), items[0] * put(items, 9)


@construct((3,))
def a_sum_in_a_list_that_recursion_changes(n):
    total = [0 if n else 0.0]

    def visit(k):
        if k == 0:
            total[0] = total[0] + 0.5
            return 1
        return total[0] + visit(k - 1) + total[0]

    return visit(n), total[0]


@construct((3,))
def a_target_that_its_own_sum_changes(n):
    total, pairs = [0 if n else 0.0], [(1, 2)]

    def visit(k):
        total[0] += 0.5
        return k

    total[0] += visit(n)
    pairs[0] += (put(pairs, (8, 8)),)
    return total, pairs


@construct((1,))
def a_value_before_a_target_that_changes_it(n):
    pairs, found = [(n, 2)], [(0, 0), (0, 0)]
    found[put(pairs, (8, 8))] = pairs[0]
    first, second = pairs[0], put(pairs, (9, 9))
    return found, pairs, first, second


@construct((1,))
def a_loop_over_an_item_that_it_sets(n):
    rows, seen = [(n, 2)], []
    for x in rows[0]:
        rows[0] = (8, 8)
        seen.append(x)
    return seen, [(x, put(rows, (x, x))) for x in rows[0]], rows


@construct((4,))
def a_display_before_a_walrus(n):
    spot = Spot((n, 1), n)
    return spot.plus((spot := Spot((2, 2), 2)).turn), (spot, (spot := Spot((3, 3), 3)).turn)


@construct((4,))
def an_item_of_a_dict_before_a_call(n):
    best = {"best": (0, n)}

    def consider(move):
        best["best"] = (move, n)
        return move

    return (best["best"], consider(3), best["best"]), [best["best"], consider(5)]


@construct((2,), (0,))
def a_list_that_is_repeated_in_place(n):
    a = [1, 2]
    b = a
    b *= n
    rows = {"a": [n]}
    kept = rows["a"]
    rows["a"] *= 3
    return a, b, rows, kept


def shift(items):
    items.append(items.pop(0) + 70)
    return [9]


def shifted(items):
    items.append(items.pop(0) + 70)
    return 9


def raised(values):
    values[1] += 50
    return 4


@construct((1,), (0,))
def lists_that_are_joined_before_a_call_changes_them(n):
    def new():
        return [1, 2, n]

    a, b, c, d, e, f = new(), new(), new(), new(), new(), new()
    first = (a + a) + shift(a)
    second = b + b + shift(b) + b
    third = c + shift(c) + c + shift(c)
    third += d + d + shift(d)
    rows = [[1], [n]]
    fourth = (rows + rows) + [shift(rows[0])]
    fifth = (e if n else [0]) + e + shift(e)
    return first, second, third, fourth, fifth, (f + f)[:2] + shift(f)


@construct((1,), (0,))
def copies_of_a_list_before_a_call_changes_it(n):
    def new():
        return [1, 2, n]

    a, b, c, d, e, f, g = new(), new(), new(), new(), new(), new(), new()
    starred = [*a, *shift(a)], (*b, shifted(b)), {*c, shifted(c)}, max(*d, shifted(d))
    copied = e[:] + shift(e), f * 2 + shift(f), sorted(g) + shift(g)
    h, i, j, k, m = new(), new(), new(), new(), new()
    more = f"{h}{shifted(h)}", (i[:2], shifted(i)), i[1:] < shift(i), list(zip(j, shift(j)))
    kept = (k + [5], shift(k)), ([x for x in m], shift(m)), (list(reversed(m)), shift(m))
    return starred, copied, more, kept, [*m, *m, shifted(m), *m], [m + m, shift(m), m + m]


@construct((1,), (0,))
def copies_of_a_dict_before_a_call_changes_it(n):
    a, b = {1: n}, {1: n}
    return {**a, 5: raised(a)}, (dict(b), raised(b), list(b.items()), raised(b), sum(b.values()))


@construct((1,), (0,))
def texts_and_tuples_that_are_joined_before_a_call(n):
    a = [1, n]
    t, pair = str(a), (n, 2)
    return t + t + str(shift(a)) + str(a), pair + pair + (shifted(a),) + tuple(a)
