"""Piles of plain objects: in sets, as keys, that know each other, and that cache what they know."""

from dataclasses import dataclass
from functools import cached_property

from outply import Game


class Stone:
    __slots__ = "weight"

    def __init__(self, weight):
        self.weight = weight


class Table:
    def __init__(self, count):
        self.stones = frozenset(Stone(weight) for weight in range(count))
        self.names = {stone: str(stone.weight) for stone in self.stones}
        self.sides = [Side(self, 0), Side(self, 1)]

    @cached_property
    def count(self):
        return len(self.stones)


class Side:
    def __init__(self, table, player):
        self.table = table
        self.player = player


@dataclass(frozen=True)
class State:
    table: Table
    player: int


class PlainObjects(Game):
    def initial(self):
        return State(Table(5), 0)

    def to_move(self, state):
        return state.player

    def moves(self, state):
        yield from range(1, min(2, state.table.count) + 1)

    def result(self, state, move):
        return State(Table(state.table.count - move), 1 - state.player)

    def is_terminal(self, state):
        return state.table.count == 0

    def utility(self, state, player):
        return -1.0 if player == state.player else 1.0
