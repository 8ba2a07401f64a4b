"""Game trees grown at random from a seed, and never stored.

MAX moves at the root, then MIN, and so on level by level; a leaf is what MAX gets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply.game import MAX, Bits, BoardView, Game, OutplyError, mixed

DEEPEST = 1000
WIDEST = 1000
LARGEST_AMOUNT = 1023  # on an edge of a correlated tree: ten bits


class Spot(NamedTuple):
    path: Bits  # a hash of the moves that led here
    level: int
    total: int  # of the amounts on the edges passed, in a correlated tree


@dataclass(frozen=True)
class RandomTree(Game[Spot]):
    """A full tree whose leaves are random whole numbers from 0 to `spread` - 1.

    The same parameters always give the same tree; none of it is ever stored. Leaves are
    independent of each other and evenly spread, or `correlated`: then every edge carries
    a random amount and a leaf is the sum along its path, so that leaves whose paths part
    late are close. The value of a position is guessed as what a leaf below it is on average.
    """

    branching: int = 3
    depth: int = 4
    seed: int = 0
    correlated: bool = False
    spread: int = 100

    def __post_init__(self) -> None:
        limits = (
            ("branching", self.branching, 1, WIDEST),
            ("depth", self.depth, 0, DEEPEST),
            ("seed", self.seed, 0, 2**63 - 1),
            ("spread", self.spread, 1, 2**31),
        )
        for name, amount, least, most in limits:
            if type(amount) is not int or not least <= amount <= most:
                raise OutplyError(f"{name} is {amount!r}; give a whole number, {least} to {most}.")
        if type(self.correlated) is not bool:
            raise OutplyError(f"correlated is {self.correlated!r}; give True or False.")

    @property
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        return (1.0 - self.spread, self.spread - 1.0)

    def initial(self) -> Spot:
        return Spot(mixed((self.seed,)), 0, 0)

    def to_move(self, state: Spot) -> int:
        return state.level % 2

    def moves(self, state: Spot) -> Iterator[int]:
        yield from range(self.branching)

    def result(self, state: Spot, move: int) -> Spot:
        path = mixed((state.path ^ move,))
        return Spot(path, state.level + 1, state.total + self.amount_on(path))

    def is_terminal(self, state: Spot) -> bool:
        return state.level == self.depth

    def utility(self, state: Spot, player: int) -> float:
        value = float(self.leaf(state))
        return value if player == MAX else -value

    def evaluate(self, state: Spot, player: int) -> float:
        guess = (self.spread - 1) / 2
        if self.correlated:
            total = state.total + (self.depth - state.level) * LARGEST_AMOUNT / 2
            guess = total * (self.spread - 1) / (self.depth * LARGEST_AMOUNT + 1)
        return guess if player == MAX else -guess

    def amount_on(self, path: Bits) -> int:
        """What the last edge of a path adds."""
        if not self.correlated:
            return 0
        return path >> 54

    def leaf(self, state: Spot) -> int:
        if self.correlated:
            return state.total * self.spread // (self.depth * LARGEST_AMOUNT + 1)
        return ((state.path >> 32) * self.spread) >> 32

    # -- pictures ---------------------------------------------------------------------

    def board(self, state: Spot) -> BoardView:
        facts = [("Moves made", f"{state.level} of {self.depth}")]
        if self.is_terminal(state):
            facts.append(("Value", str(self.leaf(state))))
        labels, values = zip(*facts, strict=True)
        return BoardView(tuple((value,) for value in values), row_labels=labels, kind="table")

    # -- search hints: only engines use what follows -----------------------------------

    def plies_left(self, state: Spot) -> int:
        return self.depth - state.level
