"""Where the exploration of a game keeps what it found: numbers only, at both speeds.

States are numbered in the order in which they are found, from 0, the start of the game.
"""

from __future__ import annotations

from typing import Any, Self

from outply.compiler.records import Array, Record
from outply.game import Bits, Game

__all__ = ["NONE", "Edges", "Nodes", "Routes", "Slots", "States", "scattered"]

NONE = -1
LONGEST_WAY = 1 << 16  # plies

GOLDEN: Bits = 0x9E37_79B9_7F4A_7C15
WORD: Bits = 0xFFFF_FFFF_FFFF_FFFF
LOW_HALF: Bits = 0xFFFF_FFFF


def scattered(key: Bits) -> Bits:
    """A key with its bits spread over the word; also of NumPy's arrays of keys."""
    product: Bits = (key ^ key >> 32) * GOLDEN & WORD
    return product ^ product >> 32


class Store(Record):
    """Room for so many items."""

    capacity: int
    count: int

    def is_full(self) -> bool:
        return self.count == self.capacity

    def with_all_of(self, smaller: Self) -> Self:
        """This store, with the items of another."""
        self.count = smaller.count
        for name, field in self.__fields__.items():
            if field.is_array:
                getattr(self, name).copy_from(getattr(smaller, name))
        return self


class Node(Record):
    """What is known of a state."""

    key: Bits
    facts: int  # player, terminal << 1, its moves << 2
    utility: float  # to MAX, if terminal


class Nodes(Store):
    """What is known of each state."""

    nodes: Array[Node]

    def __init__(self, capacity: int) -> None:
        super().__init__(nodes=capacity)
        self.capacity = capacity

    def add(self, key: Bits) -> int:
        number = self.count
        self.nodes[number].key = key
        self.count = number + 1
        return number

    def key(self, number: int) -> Bits:
        return self.nodes[number].key

    def describe(
        self, number: int, player: int, terminal: bool, moves: int, utility: float
    ) -> None:
        node = self.nodes[number]
        node.facts = player | int(terminal) << 1 | moves << 2
        node.utility = utility


class Edges(Store):
    """Where each move leads, state by state."""

    targets: Array[int]

    def __init__(self, capacity: int) -> None:
        super().__init__(targets=capacity)
        self.capacity = capacity

    def add(self, number: int) -> None:
        self.targets[self.count] = number
        self.count += 1

    def cut_back(self, count: int) -> None:
        self.count = count


class Slots(Store):
    """The numbers of the states by their keys: a hash table with linear probing.

    A slot holds a number plus 1 in its lower half, and half of the scattered key in its
    upper one. The capacity is a power of two, and much of it stays free.
    """

    slots: Array[Bits]

    def __init__(self, capacity: int) -> None:
        super().__init__(slots=capacity)
        self.capacity = capacity

    def find(self, key: Bits, nodes: Nodes) -> int:
        wanted: Bits = scattered(key)
        slot = self.home(wanted)
        while True:
            held: Bits = self.slots[slot]
            if held == 0:
                return NONE
            number = int(held & LOW_HALF) - 1
            if (held ^ wanted) >> 32 == 0 and nodes.key(number) == key:
                return number
            slot = self.after(slot)

    def add(self, key: Bits, number: int) -> None:
        wanted: Bits = scattered(key)
        slot = self.home(wanted)
        while self.slots[slot] != 0:
            slot = self.after(slot)
        held: Bits = (wanted & ~LOW_HALF) | (number + 1)
        self.slots[slot] = held
        self.count = number + 1

    def home(self, wanted: Bits) -> int:
        last: Bits = self.capacity - 1
        return int(wanted & last)

    def after(self, slot: int) -> int:
        return (slot + 1) & (self.capacity - 1)

    def catch_up(self, nodes: Nodes) -> None:
        """Add the states that are not here yet: in a new table, all of them."""
        for number in range(self.count, nodes.count):
            self.add(nodes.key(number), number)


class Route(Record):
    """How a state was reached."""

    before: int  # the number of the state before
    move: int


class Routes(Store):
    """How each state was reached, so that it can be played again: for compiled code."""

    routes: Array[Route]
    way: Array[int]  # one way from the start, written back to front

    def __init__(self, capacity: int) -> None:
        super().__init__(routes=capacity, way=LONGEST_WAY)
        self.capacity = capacity

    def keep(self, state: Any, number: int, before: int, move: int) -> None:
        route = self.routes[number]
        route.before, route.move = before, move

    def restored(self, game: Game[Any], start: Any, number: int) -> Any:
        """The state with this number, or a twin of it."""
        state = start
        for step in range(self.traced(number), len(self.way)):
            state = game.result(state, self.way[step])
        return state

    def traced(self, number: int) -> int:
        """Write down the way to a state; where it begins."""
        begin = len(self.way)
        while number != 0:
            begin -= 1
            if begin < 0:
                raise RecursionError
            route = self.routes[number]
            self.way[begin] = route.move
            number = route.before
        return begin


class States:
    """`Routes` for interpreted code, which can keep the states themselves."""

    def __init__(self) -> None:
        self.states: list[Any] = []

    def keep(self, state: Any, number: int, before: int, move: int) -> None:
        self.states.append(state)

    def restored(self, game: Game[Any], start: Any, number: int) -> Any:
        return self.states[number]
