"""Objects whose attributes change, alone and in containers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple, Optional

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    Board,
    Unit,
    Walker,
    Wallet,
)


class LoggedBoard(Board):
    def __init__(self, cells):
        super().__init__(cells, "logged")
        self.log = []

    def put(self, x, y, value):
        super().put(x, y, value)
        self.log.append(value)

    def quietly(self):
        return [super(LoggedBoard, self).__call__(x) for x in range(2)]


class Link:
    def __init__(self, value, behind=None):
        self.value = value
        self.behind = behind


class SometimesSet:
    def __init__(self, n):
        if n > 0:
            self.value = n

    def get(self):
        return self.value


@dataclass(frozen=True)
class Sorted:
    items: tuple
    total: int = 0
    limit: int = field(default=9, init=False)

    def __post_init__(self):
        if len(self.items) > 3:
            raise ValueError(f"{len(self.items)} items")
        if not self.items:
            return
        object.__setattr__(self, "total", sum(self.items))


@dataclass
class Basket:
    name: str
    items: list = field(default_factory=list)
    weight: float = 0.0

    def __post_init__(self):
        self.weight += len(self.items)

    def add(self, item):
        self.items.append(item)
        self.weight += 0.5


@construct((((1, 2), (3, 4)), 5), (((0, 0), (0, 0)), -1))
def object_with_attributes(cells, value):
    board = Board(cells)
    board.put(1, 0, value)
    board.put(0, 0, value)
    return board.cells, board.changes, board.last, board.side, board.name


@construct((((1, 2), (3, 4)), 5), (((0, 0), (0, 0)), -1))
def object_with_special_methods(cells, value):
    board, other = Board(cells), Board(cells)
    same = board == other
    board[1, 1] = value
    return (
        *(same, board == other, board is board, board is other, len(board), board[1, 1]),
        *(value in board, list(board), bool(board), bool(other), str(board), f"{other}", board(1)),
    )


@construct((((1, 2), (3, 4)),))
def object_with_setter(cells):
    board = Board(cells)
    board.name = "new"
    copied = board.copy()
    copied.put(0, 0, 9)
    return board.name, board.cells, copied.cells, copied.changes


@construct((3,), (1,))
def object_from_class_method(n):
    board = Board.empty(n)
    board.put(n - 1, 0, 7)
    return board.cells


@construct((((1, 2), (3, 4)),))
def object_of_a_derived_class(cells):
    board = LoggedBoard(cells)
    board.put(0, 0, 8)
    board.put(1, 0, 9)
    return board.log, board.cells, board.name, isinstance(board, Board), board.quietly()


@construct((3,), (0,))
def linked_objects(n):
    head = None
    for i in range(n):
        head = Link(i, head)
    values = []
    while head is not None:
        values.append(head.value)
        head = head.behind
    return values


@construct((3,), (0,))
def attribute_that_may_be_missing(n):
    return SometimesSet(n).get()


@construct((3,), (0,))
def objects_in_a_list(n):
    links = [Link(i) for i in range(n)]
    for link in links:
        link.value *= 10
        link.behind = links[0]
    return [link.value + link.behind.value for link in links]


@construct((3,), (0,))
def object_given_to_a_function(n):
    walker = Walker()
    _go_round(walker, n)
    return walker.path, walker.x


def _go_round(walker, n):
    for i in range(n):
        walker.walk("ne"[i % 2], i).walk("n", jump=True)


@construct(([1, 2],), ([],))
def dataclass_with_post_init(items):
    made = Sorted(tuple(items))
    return made, made.total, made.limit, replace(made, total=3).total


@construct((2,), (5,))
def dataclass_with_check(n):
    return Sorted((1,) * n).total


@construct(([1, 2],), ([],))
def mutable_dataclass(items):
    basket, other = Basket("a", items), Basket("a")
    for item in items:
        other.add(item)
    other.weight += 1
    third = replace(other, name="c")
    return basket.items, other.items, other.weight, third.name, basket == other, basket.weight


class Purse:
    def __init__(self, coins):
        self.coins = coins

    def __add__(self, other):
        return Purse(-1)

    def __iadd__(self, other):
        self.coins += other
        return self


@construct((5,), (0,))
def objects_with_augmented_operators(n):
    mine = Purse(n)
    same, others = mine, [Purse(1)]
    mine += 3
    others[0] += n
    return mine.coins, same.coins, others[0].coins, (mine + 1).coins


@construct((1,), (-4,))
def augmented_by_a_method_of_the_class(n):
    purse = Wallet(n)
    same = purse
    same += Wallet(3)
    same -= 1
    purses = [purse, Wallet(n)]
    purses[1] += purse
    return purse.coins, same is purse, purses[1].coins


class Pair:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        yield self.x
        yield self.x + 1


class Swapped(NamedTuple):
    x: int
    y: int

    def __iter__(self):
        return iter((self.y, self[0]))


@construct((1,))
def objects_that_can_be_looped_over_are_unpacked(n):
    a, b = Pair(n)
    c, *d = Pair(n + 5)
    e, f = Swapped(n, 9)
    return a, b, c, d, e, f, list(Pair(n)), tuple(Swapped(n, 2)), list(Swapped(n, 3))


@dataclass
class _Team:
    name: str
    units: list[Unit] = field(default_factory=list)
    lead: Optional[Unit] = None


@construct((3,), (0,))
def units_of_a_list(n):
    units = [Unit(i) for i in range(n)]
    for unit in units:
        unit.hp *= 10
        unit.hit(1)
    return [unit.hp for unit in units]


@construct((2,), (9,))
def units_of_a_dict(n):
    units = {"a": Unit(3), "b": Unit(4)}
    units["a"].hp = n
    for unit in units.values():
        unit.hit(1)
    return [(name, unit.hp) for name, unit in units.items()], units["a"] == Unit(n - 1)


@construct((3,), (1,), (0,))
def units_of_a_team(n):
    team = _Team("red")
    for i in range(n):
        team.units.append(Unit(i))
    if team.units:
        team.lead = team.units[0]
    teams = [team, _Team("blue", [Unit(9)])]
    team.lead.hp = 50
    for one in teams:
        for unit in one.units:
            unit.hit(1)
    return [(one.name, [unit.hp for unit in one.units], one.lead is None) for one in teams]


@construct((1,), (2,))
def units_that_two_lists_share(n):
    units = [Unit(i) for i in range(3)]
    grid = [[None] * 2 for _ in range(2)]
    grid[0][1] = units[n]
    grid[0][1].hp += 100
    best = max(units, key=lambda unit: unit.hp)
    best.hit(n)
    pairs = [(unit.hp, unit) for unit in units]
    pairs[0][1].hp = -1
    return [unit.hp for unit in units], best is grid[0][1], Unit(-1) in units


@construct((1,), (0,))
def an_attribute_of_a_unit_or_none(n):
    unit = Unit(3) if n else None
    unit.hp = 4
    unit.hp += n
    return unit.hp


@construct((1,), (0,))
def an_object_that_cannot_be_a_key(n):
    if n:
        return n
    return {Unit(n): 1}[Unit(n)]
