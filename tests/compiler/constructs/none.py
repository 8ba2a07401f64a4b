"""Values that may be None."""

from __future__ import annotations

from typing import NamedTuple, Optional

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    Rank,
    any_move,
)

EMPTY = None


@construct((5,), (-5,))
def optional_result(n) -> Optional[int]:
    if n > 0:
        return n
    return None


@construct((5,), (-5,))
def result_on_one_path_only(n):
    if n > 0:
        return n * 2


@construct(([1, 5, 9],), ([1],))
def is_none(items):
    found = None
    for x in items:
        if x > 3:
            found = x
            break
    if found is None:
        return "nothing"
    return str(found)


@construct(([3, 1, 2],), ([],))
def none_until_found(items):
    best = None
    for x in items:
        if best is None or x < best:
            best = x
    return best


@construct((3,), (0,))
def none_in_a_list(n):
    cells = [None] * 3
    cells[n % 3] = n
    return cells, cells.count(None), cells[1] is None


@construct((3,), (0,))
def none_in_a_tuple(n):
    state = (n, None)
    if state[1] is None:
        state = (n, n + 1)
    return state


@construct((3,), (0,))
def none_is_false(n):
    value = n if n else None
    return (value or 10), not value, EMPTY is None


@construct((3,), (0,))
def variable_changes_its_type(n):
    value = n
    value = str(value)
    value = [value, value]
    return value


@construct((3,), (-1,))
def text_of_what_may_be_none(n):
    found = n if n > 0 else None
    return f"{found}", str((n, found)), str([n, None])


@construct((1,), (0,))
def text_methods_of_what_may_be_none(n):
    card = "J" if n else None
    found = "a J".split(card)
    try:
        return found, "TJQ".index(card), "TJQ".count(card), "TJQ".replace(card, "x")
    except TypeError:
        return found, -1, -1, ""


class Spot(NamedTuple):
    x: int
    name: str

    def doubled(self):
        return 2 * self.x


@construct((3, 0), (0, 0), (0, 1), (0, 2), (0, 3))
def attribute_of_none(n, how):
    found = Spot(n, "spot") if n else None
    word = "word" if n else None
    if how == 1:
        return found.doubled()
    if how == 2:
        return len(word.upper())
    if how == 3:
        return found[0]
    return found.x


@construct((3,), (0,))
def caught_attribute_of_none(n):
    found = Spot(n, "spot") if n else None
    try:
        return found.doubled()
    except AttributeError:
        return -1


@construct((0,), (1,), (2,), (3,))
def none_among_several_classes(n):
    things = [Spot(1, "a"), None, Rank.LOW, Spot(n, "b")]
    return things[n].name


@construct((1,), (0,))
def length_of_text_or_nothing(n):
    move = any_move(n) if n > 0 else None
    return len(move)


@construct((5,), (2,), (-5,))
def assertion_of_two_things(n):
    found = optional_result(n)
    assert found is not None and found > 3
    return [found]
