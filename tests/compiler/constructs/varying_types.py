"""Values whose type is only known at run time, such as moves of several shapes."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    Wallet,
    any_move,
)


@construct((0,), (3,))
def int_becomes_float_in_a_loop(n):
    total = 0.0
    for i in range(n):
        total += i
    return total


@construct((3,), (0,))
def int_or_string(n):
    return n if n else "zero"


@construct((3,), (0,))
def int_or_float(n):
    return n if n else 0.5


@construct((3,), (0,))
def list_of_ints_and_strings(n):
    return [n, "a", 2.5, None, (n,)]


@construct((3,), (0,))
def tuples_of_different_types(n):
    move = ("pass",) if n == 0 else ("step", n, -n)
    if move[0] == "step":
        _, a, b = move
        return a - b
    return 0


@construct((3,), (0,))
def isinstance_of_varying_type(n):
    value = n if n else "zero"
    if isinstance(value, str):
        return len(value)
    return value + 1


@construct((5,), (2,), (0,))
def int_and_float_in_one_variable(n):
    x = 0 if n > 3 else 0.5
    best = 0
    for i in range(n):
        best = max(best, i * 0.5 if i % 2 else i)
    kinds = isinstance(x, int), isinstance(x, float)
    return x, x + 1, x * 2.5, -x, abs(x), x // 2, x % 3, divmod(x, 2), best, kinds, [x, 1, 0.5]


@construct((4, 7, 2), (0, 7, 2), (2, 1, 1))
def variables_widened_one_after_another(turns, one, other):
    for _ in range(turns):
        if one > 5:
            one = other
            other = 0.5
        one += 1
    return one, other


@construct((4,), (0,), (1,))
def three_variables_widened_one_after_another(turns):
    a, b, c = 1, 2, 3
    while turns > 0:
        a, b, c = b, c, c / 2
        turns -= 1
    return a, b, c


@construct(("", 0), ("a", 0), ("", 1), ("a", 1))
def a_variable_that_is_perhaps_set_to_texts(text, n):
    match () if text else n:
        case []:
            pairs = (("a", 2), ("b", 4), ("c", 6))
    if n:
        pairs = ()
    return pairs if text or n else None


@construct((1,), (0,), (4,))
def unpack_one_of_several_shapes(n):
    verb, place, *rest = any_move(n)
    return verb, len(place), rest


@construct((4,), (0,), (1,))
def unpack_two_of_several_shapes(n):
    verb, place = any_move(n)
    return verb, place


@construct((1,), (0,), (4,))
def length_and_slice_of_several_shapes(n):
    move = any_move(n)
    return len(move), move[:1], move[0], "go" in move


@construct((1,), (4,))
def loop_over_one_of_several_shapes(n):
    move = ("go", (n, n)) if n > 2 else ("wall", (n, 1), "h")
    return [str(part) for part in move], list(move)[-1], tuple(move)[-1], [*move]


@construct((1,), (4,))
def join_one_of_several_shapes(n):
    path = (1, 2) if n > 2 else ("a", "b", "c")
    for step in path:
        n += 1
    return n, (*path, 3)


@construct((3,), (0,))
def a_tuple_of_several_types_grows_in_a_loop(n):
    items = (-1.0, n)
    for turn in range(n):
        items += (turn, 0.5)
    return len(items), sum(items)


@construct(((1, 2, 3, 4, 5),))
def a_tuple_that_grows_in_an_endless_loop_within_a_try(items):
    turns = 0
    try:
        while True:
            turns += 1
            if turns > 6:
                break
            items = ((items or items) + items)[:6][2:-2]
    except KeyError:
        turns = -1
    return items, turns


@construct((1,), (0,))
def a_list_or_a_tuple_whose_item_is_deleted(n):
    items = [4, 5, 6] if n else ("a", 2)
    del items[0]
    return items[0]


NUMBER_OR_TEXT = (int, str)


NUMBER_OR_NONE = int | None


@construct((1,), (2,), (5,), (6,))
def isinstance_of_several_classes(n):
    one = n if n % 2 else "a"
    other = None if n > 3 else n
    return (
        isinstance(one, int | str),
        isinstance(one, NUMBER_OR_TEXT),
        isinstance(one, (int, float)),
        isinstance(other, NUMBER_OR_NONE),
        isinstance(other, str | None),
    )


def coins_of(thing):
    return thing.coins if isinstance(thing, Wallet) else thing


@construct((3,))
def isinstance_decides_for_each_type_of_an_argument(n):
    return coins_of(Wallet(n)) + coins_of(n)


@construct(((0, 1, 2),), ((2, 2, 1),))
def tuples_with_items_of_several_types(row):
    log = ()
    for index, item in enumerate(row):
        move = item if item == 0 else "a" if item == 1 else (item, "b")
        log = (*log, (index, move)) if index == 2 else (*log, index)
    return log
