"""Game trees with dice, grown at random from a seed and never stored.

MAX moves at the root, then a die is rolled, then MIN moves, and so on; a leaf is what MAX gets. The
faces of a die are not equally likely, and each die is loaded in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply.game import CHANCE, MAX, Bits, BoardView, Game, OutplyError, mixed

__all__ = ["DiceNode", "DiceTree"]

LIMITS = (("branching", 1, 1000), ("faces", 1, 1000), ("depth", 1, 1000), ("spread", 1, 2**31))
HEAVIEST = 8  # the largest weight of a face; the smallest is 1


class DiceNode(NamedTuple):
    path: Bits  # a hash of the moves and rolls that led here
    level: int  # moves made
    rolling: bool


@dataclass(frozen=True)
class DiceTree(Game[DiceNode]):
    """A full tree whose leaves are random whole numbers from 0 to `spread` - 1.

    The same parameters always give the same tree. `depth` is the number of moves; between two of
    them there is a die. The value of a position is guessed at random, and the same each time.
    """

    branching: int = 3
    faces: int = 3
    depth: int = 3
    seed: int = 0
    spread: int = 100

    def __post_init__(self) -> None:
        for name, least, most in (*LIMITS, ("seed", 0, 2**63 - 1)):
            amount = getattr(self, name)
            if type(amount) is not int or not least <= amount <= most:
                raise OutplyError(f"{name} is {amount!r}; give a whole number, {least} to {most}.")

    @property
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        return (1.0 - self.spread, self.spread - 1.0)

    def initial(self) -> DiceNode:
        return DiceNode(mixed((self.seed,)), 0, False)

    def to_move(self, state: DiceNode) -> int:
        return CHANCE if state.rolling else state.level % 2

    def moves(self, state: DiceNode) -> Iterator[int]:
        if not state.rolling:
            yield from range(self.branching)

    def outcomes(self, state: DiceNode) -> Iterator[tuple[int, float]]:
        total = 0
        for face in range(self.faces):
            total += weight(state.path, face)
        for face in range(self.faces):
            yield face, weight(state.path, face) / total

    def result(self, state: DiceNode, move: int) -> DiceNode:
        path = mixed((state.path ^ move,))
        if state.rolling:
            return DiceNode(path, state.level, False)
        return DiceNode(path, state.level + 1, state.level + 1 < self.depth)

    def is_terminal(self, state: DiceNode) -> bool:
        return state.level == self.depth

    def utility(self, state: DiceNode, player: int) -> float:
        return self.evaluate(state, player)

    def evaluate(self, state: DiceNode, player: int) -> float:
        leaf = float(((state.path >> 32) * self.spread) >> 32)
        return leaf if player == MAX else -leaf

    def board(self, state: DiceNode) -> BoardView:
        facts = [("Moves made", f"{state.level} of {self.depth}")]
        if self.is_terminal(state):
            facts.append(("Value", f"{self.utility(state, MAX):g}"))
        labels, values = zip(*facts, strict=True)
        return BoardView(tuple((value,) for value in values), row_labels=labels, kind="table")


def weight(path: Bits, face: int) -> int:
    """How likely a face is, beside the others of its die."""
    return 1 + int(mixed((path, face)) % HEAVIEST)
