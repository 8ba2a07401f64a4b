"""A player's clock, and how much of it one move may take: time management.

`engine/run.py` takes more of it where the choice is hard, and less where it is easy.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from outply.game import OutplyError

__all__ = ["Clock"]

MOVES_TO_GO = 25  # that are assumed to be still to come, at every move
MOST_SHARE = 0.2  # of the remaining time, for one move
OVERHEAD = 0.03  # seconds that it takes to hand over a move
CUSHION = 1.0  # seconds that a clock with increments is to keep


@dataclass(frozen=True)
class Clock:
    """A player's clock in a game: `remaining` seconds, and an `increment` after each move.

    `moves_to_go` is how many moves must be made before more time is added; None if all of them.
    """

    remaining: float
    increment: float = 0.0
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        for name in ("remaining", "increment"):
            amount = getattr(self, name)
            if not isinstance(amount, int | float) or not 0 <= amount < math.inf:
                raise OutplyError(f"The clock's {name} is {amount!r}; give seconds, 0 or more.")
        moves = self.moves_to_go
        if moves is not None and (type(moves) is not int or moves < 1):
            raise OutplyError(
                f"The clock's moves_to_go is {self.moves_to_go!r}; give a whole number, 1 or more."
            )

    @property
    def soft(self) -> float:
        """The seconds that one move should take, all else being usual."""
        moves = min(self.moves_to_go or MOVES_TO_GO, MOVES_TO_GO)
        return min(self._usable / moves + self._usable_increment, 0.5 * self.hard)

    @property
    def hard(self) -> float:
        """The most seconds that one move may take, however hard the choice."""
        share = MOST_SHARE if self.moves_to_go is None else max(MOST_SHARE, 0.9 / self.moves_to_go)
        return min(share * self._usable + self._usable_increment, self._usable)

    @property
    def _usable(self) -> float:
        """The remaining time less the overhead of sending the move."""
        return max(0.001, self.remaining - min(OVERHEAD, 0.2 * self.remaining))

    @property
    def _usable_increment(self) -> float:
        """Less of it on a short clock, which grows again: a busy machine may delay any move."""
        return 0.8 * self.increment * min(1.0, self._usable / CUSHION)
