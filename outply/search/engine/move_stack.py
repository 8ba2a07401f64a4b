"""The moves of the positions on the path from the root, each with its rating: a stack.

    index    0 …          root.end …     …
             the root's   its child's    its grandchild's moves

A position's moves take the places behind those of the position before it.
"""

from __future__ import annotations

from outply.compiler.records import Array, Record
from outply.search.unsearched_positions import MOST_MOVE

__all__ = ["MOST_MOVES", "MoveStack"]

MOST_MOVES = 1 << 18


class RatedMove(Record):
    """A move, the game's own order of it, and the history score that decides between equals."""

    move: int
    order: float
    history: int

    def is_better_than(self, other: RatedMove) -> bool:
        is_tie = self.order == other.order
        return self.order > other.order or (is_tie and self.history > other.history)


class MoveStack(Record, checked=False):
    moves: Array[RatedMove]

    def __init__(self) -> None:
        super().__init__(moves=MOST_MOVES)

    def put(self, index: int, move: int) -> None:
        """Write a move; raises MemoryError if the stack is full."""
        if index >= len(self.moves):
            raise MemoryError
        self.moves[index].move = move

    def move(self, index: int) -> int:
        return self.moves[index].move

    def rate(self, index: int, order: float, history: int) -> None:
        rated = self.moves[index]
        rated.order, rated.history = order, history

    def are_valid(self, first: int, end: int) -> bool:
        """Whether there is a move from `first` on, and none is too large."""
        for index in range(first, end):
            if abs(self.move(index)) >= MOST_MOVE:
                return False
        return first < end

    def find(self, first: int, end: int, move: int) -> int:
        """The index of a move; `end` if it is not there."""
        index = first
        while index < end and self.move(index) != move:
            index += 1
        return index

    def bring_to_front(self, first: int, end: int, move: int) -> bool:
        """Put a move first and keep the order of the others; False if it is not there."""
        index = self.find(first, end, move)
        if index == end:
            return False
        while index > first:
            self.put(index, self.move(index - 1))
            index -= 1
        self.put(first, move)
        return True

    def pick(self, first: int, end: int) -> int:
        """Swap the best rated move to `first` and return it: one step of a selection sort."""
        here = best = self.moves[first]
        for index in range(first + 1, end):
            other = self.moves[index]
            if other.is_better_than(best):
                best = other
        if best != here:
            self.swap_records(best, here)
        return here.move

    def sort(self, first: int, end: int) -> None:
        """Sort by rating, the best first: Shellsort, since there may be thousands."""
        gap = 1
        while 3 * gap < end - first:
            gap = 3 * gap + 1
        while gap > 0:
            for start in range(first + gap, end):
                index = start
                while index >= first + gap and self.is_better(index, index - gap):
                    self.swap(index, index - gap)
                    index -= gap
            gap //= 3

    def is_better(self, one: int, other: int) -> bool:
        return self.moves[one].is_better_than(self.moves[other])

    def swap(self, one: int, other: int) -> None:
        self.swap_records(self.moves[one], self.moves[other])

    def swap_records(self, one: RatedMove, other: RatedMove) -> None:
        move, order, history = one.move, one.order, one.history
        one.copy_from(other)
        other.move, other.order, other.history = move, order, history
