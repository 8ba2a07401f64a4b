"""NamedTuples, frozen dataclasses and enums, with their methods and properties."""

from __future__ import annotations

import collections
import enum
from collections import namedtuple
from dataclasses import astuple, dataclass, field, replace
from enum import Enum, IntEnum, StrEnum, auto
from typing import NamedTuple

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    Clock,
    Point,
    Rank,
    Side,
)

Old = namedtuple("Old", ["x", "y"])


Defaulted = collections.namedtuple("Defaulted", "a b c", defaults=(7, 8))


class Piece(NamedTuple):
    at: Point
    kind: str
    health: float = 1.0


class World(NamedTuple):
    pieces: tuple[Piece, ...]
    turn: int


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int


@dataclass
class Counter:
    value: int = 0
    seen: list[int] = field(default_factory=list)

    def add(self, number):
        self.value += number
        self.seen.append(number)


class Stack:
    """A class of one's own that changes."""

    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


class Mode(Enum):
    OFF = auto()
    ON = auto()
    AUTOMATIC = auto()


@construct((Point(1, 2),), (Point(-1, 0),))
def namedtuple_fields(point):
    return point.x, point[1], point[-1], len(point), sum(point)


@construct((Point(1, 2), 5), (Point(0, -9), 0))
def namedtuple_methods(point, n):
    return point.moved(n, 1), point.size, Point.diagonal(n), Point.origin()


@construct((Point(1, 2),))
def namedtuple_operator(point):
    return point + (1, 1)


@construct((1, 2))
def namedtuple_made_in_different_ways(a, b):
    return Point(a, b), Point(a), Point(y=a, x=b), Point(*(a, b))


@construct((Point(1, 2), 7))
def namedtuple_replace(point, n):
    return point._replace(x=n), point._replace(x=n, y=n + 1)


@construct((Piece(Point(1, 2), "king"), 5))
def nested_replace(piece, n):
    return piece._replace(at=piece.at._replace(y=n), health=piece.health / 2)


@construct((World((Piece(Point(1, 2), "king"), Piece(Point(3, 4), "pawn", 0.5)), 0), 1))
def replace_in_a_tuple_of_namedtuples(world, i):
    pieces = list(world.pieces)
    pieces[i] = pieces[i]._replace(kind="queen")
    return world._replace(pieces=tuple(pieces), turn=1 - world.turn)


@construct((Point(1, 2),))
def namedtuple_unpacking(point):
    x, y = point
    return [y, x, *point]


@construct((Point(1, 2), (1, 2)), (Point(1, 2), (2, 1)))
def namedtuple_equals_tuple(point, pair):
    return point == pair, point < pair, point in [(1, 2)], (1, 2) in {point}


@construct((Old(1, 2),))
def old_namedtuple(old):
    return Old(old.y, old.x), old._replace(x=9)


@construct((1,))
def old_namedtuple_with_defaults(n):
    return Defaulted(n), Defaulted(n, 2), Defaulted(b=n, a=3)


@construct((Clock(23, 50), 20), (Clock(1), 5))
def dataclass_methods(clock, minutes):
    return clock.later(minutes), clock.total, clock.minutes


@construct((Clock(23, 50), 20))
def dataclass_replace(clock, n):
    return replace(clock, hours=n), clock == Clock(23, 50)


@construct((1, 2), (1, 3), (0, 9))
def dataclass_order(a, b):
    return Version(a, b) < Version(1, 3), Version(a, b) == Version(1, 3)


@construct(([1, 2, 3],), ([],))
def dataclass_that_changes(items):
    counter = Counter()
    for x in items:
        counter.add(x)
    return counter.value, counter.seen


@construct(([1, 2, 3],), ([],))
def class_that_changes(items):
    stack = Stack()
    for x in items:
        stack.push(x)
    return len(stack), stack.pop()


@construct((Side.LEFT,), (Side.RIGHT,))
def enum_methods(side):
    return side.other, side.step(), side.value, side.name


@construct((Side.LEFT,), (Side.RIGHT,))
def enum_comparisons(side):
    return side is Side.LEFT, side == Side.RIGHT, side != Side.RIGHT, side in (Side.LEFT,)


@construct((2,), (0,))
def enum_loop(n):
    return [mode.value * n for mode in Mode], len(Mode)


@construct(("l",), ("r",), ("x",))
def enum_from_value(text):
    return Side(text).step()


@construct((Rank.LOW,), (Rank.HIGH,))
def int_enum(rank):
    return rank + 1, rank < Rank.MIDDLE, max(rank, Rank.MIDDLE) == rank, int(rank)


@construct((Mode.ON, 3), (Mode.OFF, 4))
def enum_as_dict_key(mode, n):
    return {Mode.OFF: 0, Mode.ON: n, Mode.AUTOMATIC: -n}[mode]


@construct((3,), (-3,))
def isinstance_of_namedtuple(n):
    value = Point(n, n)
    return isinstance(value, Point), isinstance(value, tuple), isinstance(n, int)


@construct((3,), (-3,))
def list_of_namedtuples(n):
    points = [Point(i, n) for i in range(3)]
    points[0] = points[0].moved(1, 1)
    return points, [p.x for p in points if p.y == n]


class _Base:
    bonus = 5

    def total(self, n):
        return n + self.bonus + self.extra()

    def extra(self):
        return 0


class _Derived(_Base):
    bonus = 7

    def extra(self):
        return 100 + super().extra()


@construct((1,))
def inherited_methods(n):
    return _Base().total(n), _Derived().total(n)


@dataclass(frozen=True, kw_only=True)
class ByName:
    x: int
    y: int = 2


@dataclass(frozen=True)
class PartlyByName:
    x: int
    z: int = field(kw_only=True, default=5)
    y: int = 2


@construct((1, 3), (0, 0))
def dataclasses_with_fields_by_name(a, b):
    first, second = ByName(x=a, y=b), PartlyByName(a, b)
    return first, second, ByName(x=a), PartlyByName(a, z=b), replace(second, z=a), first.y


class Hand(StrEnum):
    LEFT = "l"
    RIGHT = "r"


class Tier(IntEnum):
    LOW = 1
    HIGH = 2


@construct((1, "l"), (2, "x"))
def members_that_are_texts_or_numbers(n, text):
    text += Hand.LEFT
    rank = Tier(n)
    return text + Hand.RIGHT, Hand.LEFT * n, "%d of %5d" % (rank, Tier.HIGH), Hand.LEFT + Hand.LEFT


@dataclass
class _Area:
    width: int
    height: int
    size: int = field(init=False)

    def __post_init__(self):
        if self.width >= 0:
            self.size = self.width * self.height


@construct((2,), (0,), (-1,))
def a_field_that_post_init_sets(n):
    areas = [_Area(n, i) for i in range(3)]
    areas[0].width = 9
    return [(area.width, area.size) for area in areas], areas[1] == _Area(n, 1)


class _Metal(Enum):
    IRON = ("Fe", 7.9, None)
    GOLD = ("Au", 19, [1, 3])

    def __init__(self, letters, weight, charges):
        self.letters = letters
        self.weight = weight
        self.charges = charges

    @property
    def doubled(self):
        return self.letters * 2

    def is_heavier(self, other):
        return self.weight > other.weight


@construct((1,), (0,))
def members_with_attributes(n):
    metal = (_Metal.IRON, _Metal.GOLD)[n]
    found = metal.letters, metal.weight, metal.charges, metal.doubled
    return found, metal.is_heavier(_Metal.IRON), [one.weight for one in _Metal], _Metal.GOLD.letters


class Corner(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Wall:
    start: Corner
    height: float = 1.5


@dataclass(frozen=True)
class Fence:
    first: Wall
    second: Wall


@construct((3, 4))
def fields_by_name_and_as_tuples(x, y):
    corner = Corner._make((x, y))
    wall = Wall(corner)
    both = astuple(Fence(Wall(corner), Wall(corner, 2.0)))
    return getattr(corner, "y"), corner, getattr(wall, "height"), both[1][1]  # noqa: B009


@construct((3,), (0,))
def class_among_several(n):
    value = n if n else "none"
    found = type(value) in (int, float), type(value) not in (str,), type(n) in (bool, str)
    return (*found, value + 1 if type(value) in (int, float) else value + "!")


class Evens:
    def __init__(self, limit):
        self.limit = limit

    def __iter__(self):
        yield from range(0, self.limit, 2)


@construct((4, 2), (4, 3), (0, 0))
def member_of_what_can_only_be_looped_over(limit, item):
    evens = Evens(limit)
    return item in evens, item not in evens, max(*evens, 1), [*evens]


@dataclass(frozen=True, order=True)
class Cards:
    player: int
    cards: tuple[int, ...] = (1, 2)


@construct((3,), (0,))
def order_of_dataclasses_with_tuples_of_two_lengths(n):
    hands = [Cards(n), Cards(1, (5,)), Cards(n, (1,))]
    return (
        hands[0] < Cards(n, (5,)),
        sorted(hands),
        max(Cards(n), Cards(3, (5,))),
        Cards(n) == hands[2],
    )


class _Shade(Enum):
    DARK = 1
    LIGHT = 2

    @enum.property  # `from enum import *` makes this of @property
    def opposite(self):
        return _Shade.LIGHT if self is _Shade.DARK else _Shade.DARK


@construct((1,), (2,))
def properties_by_enum_property(number):
    return _Shade(number).opposite, _Shade.DARK.opposite, [each.opposite for each in _Shade]
