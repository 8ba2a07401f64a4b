"""`match` and its patterns."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    Clock,
    Point,
    Side,
    any_move,
)


@construct((1,), (2,), (3,), (99,), (-1,))
def match_values(n):
    match n:
        case 1:
            return "one"
        case 2 | 3:
            return "few"
        case -1:
            return "minus one"
        case _:
            return "many"


@construct(("up",), ("down",), ("left",), ("?",))
def match_strings(word):
    match word:
        case "up":
            return -8
        case "down":
            return 8
        case "left" | "right":
            return 1
    return 0


@construct(((0, 0),), ((0, 5),), ((5, 0),), ((3, 3),), ((1, 2),))
def match_tuples(pair):
    match pair:
        case (0, 0):
            return "origin"
        case (0, y):
            return f"y {y}"
        case (x, 0):
            return f"x {x}"
        case (x, y) if x == y:
            return "diagonal"
        case _:
            return "elsewhere"


@construct((5,), (-5,), (0,))
def match_guards(n):
    match n:
        case x if x > 0:
            return x
        case x if x < 0:
            return -2 * x
        case _:
            return 0


@construct((Point(0, 3),), (Point(2, 0),), (Point(4, 4),))
def match_classes(point):
    match point:
        case Point(x=0, y=y):
            return y
        case Point(x, 0):
            return 10 * x
        case Point(x, y):
            return 100 * x + y


@construct((Clock(1, 2),), (Clock(0, 30),))
def match_dataclass(clock):
    match clock:
        case Clock(hours=0, minutes=m):
            return m
        case Clock(hours=h):
            return 100 * h


@construct((Side.LEFT,), (Side.RIGHT,))
def match_enum(side):
    match side:
        case Side.LEFT:
            return 1
        case Side.RIGHT:
            return 2


@construct(([1, 2, 3],), ([],), ([4],), ([5, 6],))
def match_sequences(items):
    match items:
        case []:
            return 0
        case [x]:
            return x
        case [first, *rest]:
            return first * 100 + len(rest)


@construct((1, 2), (2, 1), (3, 3))
def match_two_values(a, b):
    match a, b:
        case 1, n:
            return n
        case (2 | 3) as m, _:
            return 10 * m


@construct((1,), (0,), (4,))
def match_several_shapes(n):
    match any_move(n):
        case ("go", (x, y)):
            return x + y
        case (_, (x, _), way):
            return f"{x}{way}"
        case other:
            return other
