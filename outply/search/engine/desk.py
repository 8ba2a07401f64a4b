"""A search's desk: the moves of the positions it is at, and what it learned about moves.

    header    0            1         2         3                       4 to 6
              root player  contempt  capacity  end of the root's list  a proof's nodes, the length
                                                                       of its line, its value
              7
              whether any move cut since the desk was tidied

    killers   two moves for each height above the horizon, that cut there last
    history   for each player and move, how much it cut
    counters  for each player and move before, what answered it last
    line      best play, after a proof
    lists     the moves under way, a stack of (move, order, merit)

Moves are any numbers: history and counters go by their lowest bits, and a clash does no
harm but to the order. A killer or counter is kept as 2 * move + 1, so that 0 is none.
Sources: killers and history after Akl and Newborn (1977) and Schaeffer (1983); counter-moves
after Uiterwijk (1992).
"""

from __future__ import annotations

import ctypes
import struct

from outply.compiler.block import Block
from outply.compiler.primitives import peek, peek_float, poke, poke_float
from outply.search.static import MOST_MOVE

__all__ = ["MOST_ITEMS", "Desk"]

ROOT_PLAYER, CONTEMPT, CAPACITY, ROOT_END, PROOF_NODES, LENGTH, PROOF_VALUE, LEARNED = range(8)
HEADER = struct.Struct("=qd4qdq")
HEIGHTS, MOVES, PLAYERS = 1024, 1024, 2
KILLERS = 8
HISTORY = KILLERS + 2 * HEIGHTS
COUNTERS = HISTORY + PLAYERS * MOVES
LINE = COUNTERS + PLAYERS * MOVES
LISTS = LINE + HEIGHTS
ITEM = 3  # words
MOST_ITEMS = 1 << 18
MOST_HISTORY = 1 << 40
KILLER_MERIT = 1 << 50


class Desk(Block):
    def __init__(self) -> None:
        super().__init__(LISTS + ITEM * MOST_ITEMS)
        self.tidy(0.0)

    def tidy(self, contempt: float) -> None:
        """As before the first search; who moves at the root is known when its moves are listed."""
        if self.ints[LEARNED]:
            ctypes.memset(self.address, 0, 8 * LINE)
        HEADER.pack_into(self.ints, 0, 0, contempt, MOST_ITEMS, 0, 0, 0, 0.0, 0)

    def draw(self, player: int) -> float:
        """What a draw is worth to a player."""
        contempt = peek_float(self, CONTEMPT)
        return -contempt if player == peek(self, ROOT_PLAYER) else contempt

    # -- the line of a proof ----------------------------------------------------------

    def begin_proof(self) -> None:
        """Nothing is proved yet."""
        poke(self, PROOF_NODES, 0)
        poke(self, LENGTH, 0)

    def note_proof(self, value: float, nodes: int) -> None:
        """A value is proved, which took so many nodes; its line is still empty."""
        poke_float(self, PROOF_VALUE, value)
        poke(self, PROOF_NODES, nodes)

    def has_proof(self) -> bool:
        return peek(self, PROOF_NODES) > 0

    def proof_value(self) -> float:
        return peek_float(self, PROOF_VALUE)

    def add_to_line(self, move: int) -> None:
        length = peek(self, LENGTH)
        if length < HEIGHTS:
            poke(self, LINE + length, move)
            poke(self, LENGTH, length + 1)

    def proof(self) -> tuple[int, int, tuple[int, ...]]:
        """For the host: what it took, the move that attains it, and its line."""
        words = self.ints
        return words[PROOF_NODES], words[LISTS], tuple(words[LINE : LINE + words[LENGTH]])

    # -- lists of moves ---------------------------------------------------------------

    def put(self, index: int, move: int) -> None:
        if index >= peek(self, CAPACITY):
            raise MemoryError
        poke(self, LISTS + ITEM * index, move)

    def can_hold(self, first: int, end: int) -> bool:
        """Whether there are moves in a list, and none too large."""
        for index in range(first, end):
            if abs(self.move(index)) >= MOST_MOVE:
                return False
        return first < end

    def rate(self, index: int, order: float, merit: int) -> None:
        poke_float(self, LISTS + ITEM * index + 1, order)
        poke(self, LISTS + ITEM * index + 2, merit)

    def move(self, index: int) -> int:
        return peek(self, LISTS + ITEM * index)

    def at_root(self) -> int:
        """Where the root's list ends; it begins at 0."""
        return peek(self, ROOT_END)

    def set_root(self, end: int) -> None:
        poke(self, ROOT_END, end)

    def set_root_player(self, player: int) -> None:
        poke(self, ROOT_PLAYER, player)

    def find(self, first: int, end: int, move: int) -> int:
        """Where a move is in a list; `end` if nowhere."""
        place = first
        while place < end and self.move(place) != move:
            place += 1
        return place

    def bring_to_front(self, first: int, end: int, move: int) -> bool:
        """Put a move first, the others keeping their order; False if it is not there."""
        place = self.find(first, end, move)
        if place == end:
            return False
        while place > first:
            self.put(place, self.move(place - 1))
            place -= 1
        self.put(first, move)
        return True

    def pick(self, first: int, end: int) -> int:
        """The best rated move that is left; what was in its place takes the free one."""
        best = LISTS + ITEM * first
        order, merit = peek_float(self, best + 1), peek(self, best + 2)
        for index in range(first + 1, end):
            other = LISTS + ITEM * index
            rating = peek_float(self, other + 1)
            if rating > order or (rating == order and peek(self, other + 2) > merit):
                best, order, merit = other, rating, peek(self, other + 2)
        here = LISTS + ITEM * first
        if best != here:
            self.swap_words(best, here)
        return peek(self, here)

    def sort(self, first: int, end: int) -> None:
        """All of them, the best rated first: Shell's sort, as there may be thousands."""
        gap = 1
        while 3 * gap < end - first:
            gap = 3 * gap + 1
        while gap > 0:
            for index in range(first + gap, end):
                place = index
                while place >= first + gap and self.is_better(place, place - gap):
                    self.swap(place, place - gap)
                    place -= gap
            gap //= 3

    def is_better(self, one: int, other: int) -> bool:
        """Whether one move is rated above another."""
        here, there = LISTS + ITEM * one + 1, LISTS + ITEM * other + 1
        order, least = peek_float(self, here), peek_float(self, there)
        return order > least or (order == least and peek(self, here + 1) > peek(self, there + 1))

    def swap(self, one: int, other: int) -> None:
        """Exchange two moves of a list."""
        self.swap_words(LISTS + ITEM * one, LISTS + ITEM * other)

    def swap_words(self, one: int, other: int) -> None:
        for offset in range(ITEM):
            word = peek(self, one + offset)
            poke(self, one + offset, peek(self, other + offset))
            poke(self, other + offset, word)

    # -- what was learned -------------------------------------------------------------

    def merit(self, move: int, player: int, height: int, last: int) -> int:
        """How early to try a move, as far as experience goes."""
        killers = KILLERS + 2 * (height & (HEIGHTS - 1))
        if peek(self, killers) == 2 * move + 1 or peek(self, killers + 1) == 2 * move + 1:
            return KILLER_MERIT
        side = MOVES * (player & 1)
        merit = peek(self, HISTORY + side + (move & (MOVES - 1)))
        if peek(self, COUNTERS + side + (last & (MOVES - 1))) == 2 * move + 1:
            merit += MOST_HISTORY
        return merit

    def learn(self, move: int, player: int, height: int, last: int, depth: int) -> None:
        """A move cut."""
        poke(self, LEARNED, 1)
        killers = KILLERS + 2 * (height & (HEIGHTS - 1))
        if peek(self, killers) != 2 * move + 1:
            poke(self, killers + 1, peek(self, killers))
            poke(self, killers, 2 * move + 1)
        side = MOVES * (player & 1)
        poke(self, COUNTERS + side + (last & (MOVES - 1)), 2 * move + 1)
        place = HISTORY + side + (move & (MOVES - 1))
        poke(self, place, min(peek(self, place) + depth * depth, MOST_HISTORY - 1))
