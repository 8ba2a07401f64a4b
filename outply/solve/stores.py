"""Where the exploration of a game keeps what it found: numbers only, at both speeds.

    every store     0         1      2 …
                    capacity  count  records

States are numbered in the order in which they are found, from 0, the start of the game.
"""

from __future__ import annotations

import ctypes
from typing import Any, Self

from outply.compiler.block import Block
from outply.compiler.primitives import peek, peek_bits, poke, poke_bits, poke_float
from outply.game import Bits, Game

__all__ = ["NONE", "Edges", "Nodes", "Routes", "Slots", "States", "scattered"]

NONE = -1
CAPACITY, COUNT, HEADER = 0, 1, 2

GOLDEN: Bits = 0x9E37_79B9_7F4A_7C15
WORD: Bits = 0xFFFF_FFFF_FFFF_FFFF
LOW_HALF: Bits = 0xFFFF_FFFF


def scattered(key: Bits) -> Bits:
    """A key with its bits spread over the word; also of NumPy's arrays of keys."""
    product: Bits = (key ^ key >> 32) * GOLDEN & WORD
    return product ^ product >> 32


class Store(Block):
    """Room for so many records, and what lies before them."""

    def __init__(self, capacity: int, words: int, before: int = HEADER) -> None:
        super().__init__(before + words * capacity)
        self.ints[CAPACITY] = capacity

    def count(self) -> int:
        return peek(self, COUNT)

    def is_full(self) -> bool:
        return peek(self, COUNT) == peek(self, CAPACITY)

    def with_all_of(self, smaller: Store) -> Self:
        """This store, with the records of another."""
        ctypes.memmove(self.address + 8, smaller.address + 8, 8 * (len(smaller.ints) - 1))
        return self


class Nodes(Store):
    """What is known of each state.

    record    0    1                                         2
              key  player, terminal << 1, its moves << 2     utility to MAX, if terminal
    """

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity, NODE)

    def add(self, key: Bits) -> int:
        number = peek(self, COUNT)
        poke_bits(self, HEADER + NODE * number, key)
        poke(self, COUNT, number + 1)
        return number

    def key(self, number: int) -> Bits:
        return peek_bits(self, HEADER + NODE * number)

    def describe(
        self, number: int, player: int, terminal: bool, moves: int, utility: float
    ) -> None:
        place = HEADER + NODE * number
        poke(self, place + 1, player | int(terminal) << 1 | moves << 2)
        poke_float(self, place + 2, utility)


NODE = 3  # words


class Edges(Store):
    """Where each move leads, state by state."""

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity, 1)

    def add(self, number: int) -> None:
        count = peek(self, COUNT)
        poke(self, HEADER + count, number)
        poke(self, COUNT, count + 1)

    def cut_back(self, count: int) -> None:
        poke(self, COUNT, count)


class Slots(Store):
    """The numbers of the states by their keys: a hash table with linear probing.

    A slot holds a number plus 1 in its lower half, and half of the scattered key in its
    upper one. The capacity is a power of two, and much of it stays free.
    """

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity, 1)

    def find(self, key: Bits, nodes: Nodes) -> int:
        wanted: Bits = scattered(key)
        slot = self.home(wanted)
        while True:
            held: Bits = peek_bits(self, HEADER + slot)
            if held == 0:
                return NONE
            number = int(held & LOW_HALF) - 1
            if (held ^ wanted) >> 32 == 0 and nodes.key(number) == key:
                return number
            slot = self.after(slot)

    def add(self, key: Bits, number: int) -> None:
        wanted: Bits = scattered(key)
        slot = self.home(wanted)
        while peek(self, HEADER + slot) != 0:
            slot = self.after(slot)
        held: Bits = (wanted & ~LOW_HALF) | (number + 1)
        poke_bits(self, HEADER + slot, held)
        poke(self, COUNT, number + 1)

    def home(self, wanted: Bits) -> int:
        last: Bits = peek_bits(self, CAPACITY) - 1
        return int(wanted & last)

    def after(self, slot: int) -> int:
        return (slot + 1) & (peek(self, CAPACITY) - 1)

    def catch_up(self, nodes: Nodes) -> None:
        """Add the states that are not here yet: in a new table, all of them."""
        for number in range(peek(self, COUNT), nodes.count()):
            self.add(nodes.key(number), number)


class Routes(Store):
    """How each state was reached, so that it can be played again: for compiled code.

    record    0                        1
              number of the one before  move

    Before the records there is room for one way from the start, written back to front.
    """

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity, ROUTE, WAY_END)

    def keep(self, state: Any, number: int, before: int, move: int) -> None:
        poke(self, WAY_END + ROUTE * number, before)
        poke(self, WAY_END + ROUTE * number + 1, move)

    def restored(self, game: Game[Any], start: Any, number: int) -> Any:
        """The state with this number, or a twin of it."""
        state = start
        for step in range(self.traced(number), WAY_END):
            state = game.result(state, peek(self, step))
        return state

    def traced(self, number: int) -> int:
        """Write down the way to a state; where it begins."""
        begin = WAY_END
        while number != 0:
            begin -= 1
            if begin < HEADER:
                raise RecursionError
            poke(self, begin, peek(self, WAY_END + ROUTE * number + 1))
            number = peek(self, WAY_END + ROUTE * number)
        return begin


LONGEST_WAY = 1 << 16  # plies
WAY_END = HEADER + LONGEST_WAY
ROUTE = 2  # words


class States:
    """`Routes` for interpreted code, which can keep the states themselves."""

    def __init__(self) -> None:
        self.states: list[Any] = []

    def keep(self, state: Any, number: int, before: int, move: int) -> None:
        self.states.append(state)

    def restored(self, game: Game[Any], start: Any, number: int) -> Any:
        return self.states[number]
