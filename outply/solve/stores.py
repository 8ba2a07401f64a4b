"""Stores the states of a game and the moves between them as numbers, interpreted and compiled.

States are numbered in the order in which they are found; the initial state is 0.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from outply.compiler.records import Array, Record
from outply.game import Bits, Game

__all__ = [
    "NONE",
    "Routes",
    "StateNumbers",
    "StateStore",
    "States",
    "Stores",
    "Targets",
    "scattered",
]

NONE = -1
LONGEST_ROUTE = 1 << 16  # plies

GOLDEN: Bits = 0x9E37_79B9_7F4A_7C15
WORD: Bits = 0xFFFF_FFFF_FFFF_FFFF
LOW_HALF: Bits = 0xFFFF_FFFF


def scattered(key: Bits) -> Bits:
    """A key with its bits spread over the word; also takes NumPy's arrays of keys."""
    product: Bits = (key ^ key >> 32) * GOLDEN & WORD
    return product ^ product >> 32


class BoundedStore(Record):
    """Room for `capacity` items."""

    capacity: int
    count: int

    def is_full(self) -> bool:
        return self.count == self.capacity

    def with_all_of(self, smaller: Self) -> Self:
        """This store, after copying the items of a smaller one."""
        self.count = smaller.count
        for name, field in self.__fields__.items():
            if field.is_array:
                getattr(self, name).copy_from(getattr(smaller, name))
        return self


class StateFacts(Record):
    """The facts of one state."""

    key: Bits
    facts: int  # player, terminal << 1, its moves << 2
    utility: float  # to MAX, if terminal


class StateStore(BoundedStore):
    """The key, player, number of moves and utility of each state."""

    states: Array[StateFacts]

    def __init__(self, capacity: int) -> None:
        super().__init__(states=capacity)
        self.capacity = capacity

    def add(self, key: Bits) -> int:
        number = self.count
        self.states[number].key = key
        self.count = number + 1
        return number

    def key(self, number: int) -> Bits:
        return self.states[number].key

    def describe(
        self, number: int, player: int, terminal: bool, moves: int, utility: float
    ) -> None:
        state = self.states[number]
        state.facts, state.utility = player | int(terminal) << 1 | moves << 2, utility


class Targets(BoundedStore):
    """The state that each move leads to, state by state."""

    targets: Array[int]

    def __init__(self, capacity: int) -> None:
        super().__init__(targets=capacity)
        self.capacity = capacity

    def add(self, number: int) -> None:
        self.targets[self.count] = number
        self.count += 1

    def truncate(self, count: int) -> None:
        self.count = count


class StateNumbers(BoundedStore):
    """The numbers of states by their keys: a hash table with linear probing.

    A slot holds a number plus 1 in its lower half, and half of the scattered key in its upper
    half. The capacity is a power of two, and much of it stays free.
    """

    slots: Array[Bits]

    def __init__(self, capacity: int) -> None:
        super().__init__(slots=capacity)
        self.capacity = capacity

    def find(self, key: Bits, facts: StateStore) -> int:
        wanted: Bits = scattered(key)
        slot = self.home(wanted)
        while True:
            held: Bits = self.slots[slot]
            if held == 0:
                return NONE
            number = int(held & LOW_HALF) - 1
            if (held ^ wanted) >> 32 == 0 and facts.key(number) == key:
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

    def catch_up(self, facts: StateStore) -> None:
        """Add the states that are not here yet; to a new table, all states."""
        for number in range(self.count, facts.count):
            self.add(facts.key(number), number)


class Route(Record):
    """How a state was reached."""

    before: int  # the number of the state before
    move: int


class Routes(BoundedStore):
    """How each state was reached, so that compiled code can play the moves again."""

    routes: Array[Route]
    moves: Array[int]  # of the route that is being played; it ends at the end of the array

    def __init__(self, capacity: int) -> None:
        super().__init__(routes=capacity, moves=LONGEST_ROUTE)
        self.capacity = capacity

    def add(self, state: Any, number: int, before: int, move: int) -> None:
        route = self.routes[number]
        route.before, route.move = before, move

    def state(self, game: Game[Any], start: Any, number: int) -> Any:
        """The state with this number, or one that is symmetric to it."""
        state = start
        for step in range(self.trace(number), len(self.moves)):
            state = game.result(state, self.moves[step])
        return state

    def trace(self, number: int) -> int:
        """Write the route to a state into `moves`; return where it begins."""
        begin = len(self.moves)
        while number != 0:
            begin -= 1
            if begin < 0:
                raise RecursionError
            route = self.routes[number]
            self.moves[begin] = route.move
            number = route.before
        return begin


class States:
    """The states themselves: in place of `Routes`, for interpreted code."""

    def __init__(self) -> None:
        self.states: list[Any] = []

    def add(self, state: Any, number: int, before: int, move: int) -> None:
        self.states.append(state)

    def state(self, game: Game[Any], start: Any, number: int) -> Any:
        return self.states[number]


class Stores(NamedTuple):
    """All stores of one state space."""

    facts: StateStore
    routes: Routes | States
    numbers: StateNumbers
    targets: Targets
