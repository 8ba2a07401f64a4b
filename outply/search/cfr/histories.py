"""All histories of a game: the tree that sampling walks through.

    header    0
              nodes

    node      0     1            2                                     3
              turn  first child  set, or number of outcomes, or utility  probability

A node's children are next to each other, in the order of the moves or outcomes. `turn` is the
player to move, CHANCE or OVER; what is at 2 depends on it, and the utility is MAX's. The last
word of an outcome is how likely it is that it or one before it comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from outply.compiler.block import Block
from outply.compiler.primitives import peek, peek_float

__all__ = ["OVER", "ROOT", "Histories"]

HEADER = 1
TURN, CHILD, NUMBER, PROBABILITY = range(4)
NODE = 4  # words
ROOT = 0
OVER = -2


class Histories(Block):
    def __init__(
        self,
        turns: Sequence[int],
        children: Sequence[int],
        numbers: Sequence[int],  # sets and outcomes
        utilities: Sequence[float],
        probabilities: Sequence[float],
    ) -> None:
        super().__init__(HEADER + NODE * len(turns))
        self.ints[0] = len(turns)
        for node, turn in enumerate(turns):
            place = HEADER + NODE * node
            self.ints[place + TURN], self.ints[place + CHILD] = turn, children[node]
            if turn == OVER:
                self.floats[place + NUMBER] = utilities[node]
            else:
                self.ints[place + NUMBER] = numbers[node]
            self.floats[place + PROBABILITY] = probabilities[node]

    def turn(self, node: int) -> int:
        return peek(self, HEADER + NODE * node + TURN)

    def child(self, node: int) -> int:
        return peek(self, HEADER + NODE * node + CHILD)

    def number(self, node: int) -> int:
        """Of a player's node, its set; of a chance node, how many outcomes it has."""
        return peek(self, HEADER + NODE * node + NUMBER)

    def utility(self, node: int) -> float:
        return peek_float(self, HEADER + NODE * node + NUMBER)

    def outcome(self, node: int, dice: float) -> int:
        """The child that a number from 0 to 1 falls on."""
        child = self.child(node)
        last = child + self.number(node) - 1
        while child < last and peek_float(self, HEADER + NODE * child + PROBABILITY) <= dice:
            child += 1
        return child
