"""All histories of a game: the tree that sampling walks through."""

from __future__ import annotations

from collections.abc import Sequence

from outply.compiler.records import Array, Record

__all__ = ["OVER", "ROOT", "Histories"]

ROOT = 0
OVER = -2


class History(Record):
    """A node. Its children are next to each other, in the order of the moves or outcomes."""

    turn: int  # the player to move, CHANCE or OVER
    child: int  # the first
    number: int  # of a player's node, its set; of a chance node, how many outcomes it has
    utility: float  # to MAX, where the game is over
    probability: float  # of an outcome: how likely it is that it or one before it comes


class Histories(Record):
    nodes: Array[History]

    def __init__(
        self,
        turns: Sequence[int],
        children: Sequence[int],
        numbers: Sequence[int],  # sets and outcomes
        utilities: Sequence[float],
        probabilities: Sequence[float],
    ) -> None:
        super().__init__(nodes=len(turns))
        columns = zip(turns, children, numbers, utilities, probabilities, strict=True)
        for node, (turn, child, number, utility, probability) in enumerate(columns):
            history = self.nodes[node]
            history.turn, history.child, history.number = turn, child, number
            history.utility, history.probability = utility, probability

    def turn(self, node: int) -> int:
        return self.nodes[node].turn

    def child(self, node: int) -> int:
        return self.nodes[node].child

    def number(self, node: int) -> int:
        """Of a player's node, its set; of a chance node, how many outcomes it has."""
        return self.nodes[node].number

    def utility(self, node: int) -> float:
        return self.nodes[node].utility

    def outcome(self, node: int, dice: float) -> int:
        """The child that a number from 0 to 1 falls on."""
        child = self.child(node)
        last = child + self.number(node) - 1
        while child < last and self.nodes[child].probability <= dice:
            child += 1
        return child
