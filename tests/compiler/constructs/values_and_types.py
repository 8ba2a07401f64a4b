"""Constants and classes that constructs in several files use."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import ClassVar, NamedTuple

WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}


PRIMES = [2, 3, 5, 7, 11]


NAMES = ["ann", "bob", "cid"]


LETTERS = "abcdefgh"


VOWELS = {"a", "e", "i", "o", "u"}


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 4, 8), (2, 4, 6))


class Point(NamedTuple):
    x: int
    y: int = 0

    def moved(self, dx, dy):
        return Point(self.x + dx, self.y + dy)

    @property
    def size(self):
        return abs(self.x) + abs(self.y)

    @staticmethod
    def diagonal(n):
        return Point(n, n)

    @classmethod
    def origin(cls):
        return cls(0, 0)

    def __add__(self, other):
        return Point(self.x + other[0], self.y + other[1])


@dataclass(frozen=True)
class Clock:
    hours: int
    minutes: int = 0

    @property
    def total(self):
        return 60 * self.hours + self.minutes

    def later(self, minutes):
        total = (self.total + minutes) % 1440
        return Clock(total // 60, total % 60)


class Side(Enum):
    LEFT = "l"
    RIGHT = "r"

    @property
    def other(self):
        return Side.RIGHT if self is Side.LEFT else Side.LEFT

    def step(self):
        return -1 if self == Side.LEFT else 1


class Rank(IntEnum):
    LOW = 1
    MIDDLE = 5
    HIGH = 9


def times_two(x):
    return 2 * x


class Board:
    """A board that changes, with the special methods that people write for one."""

    side = 4

    def __init__(self, cells, name="b"):
        self.cells = [list(row) for row in cells]
        self.changes = 0
        self.last = None
        self._name = name

    def put(self, x, y, value):
        self.cells[y][x] = value
        self.changes += 1
        self.last = (x, y)

    def copy(self):
        made = Board(self.cells, self._name)
        made.changes = self.changes
        return made

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        self._name = name + "!"

    @classmethod
    def empty(cls, size):
        return cls([[0] * size for _ in range(size)])

    def __len__(self):
        return self.changes

    def __getitem__(self, place):
        return self.cells[place[1]][place[0]]

    def __setitem__(self, place, value):
        self.put(*place, value)

    def __contains__(self, value):
        return any(value in row for row in self.cells)

    def __iter__(self):
        for row in self.cells:
            yield from row

    def __eq__(self, other):
        return self.cells == other.cells

    def __str__(self):
        return "/".join("".join(map(str, row)) for row in self.cells)

    def __call__(self, x):
        return self.cells[0][x]


class Walker:
    steps: ClassVar = {"n": (0, -1), "e": (1, 0)}

    def __init__(self):
        self.x = self.y = 0
        self.path: list[tuple[int, int]] = []

    def walk(self, name, times=1, *, jump=False):
        dx, dy = self.steps[name]
        for _ in range(times):
            self.x, self.y = self.x + dx, self.y + dy
            if not jump:
                self.path.append((self.x, self.y))
        return self


def any_move(n):
    if n == 0:
        return "pass"
    return ("go", (n, n)) if n > 2 else ("wall", (n, 1), "h")


class Wallet:
    def __init__(self, coins):
        self.coins = coins

    def __add__(self, other):
        return Wallet(self.coins + other.coins)

    def __iadd__(self, other):
        self.coins += other.coins
        return self

    def __isub__(self, coins):
        self.coins -= coins
        return self


@dataclass
class Unit:
    hp: int

    def hit(self, damage):
        self.hp -= damage
