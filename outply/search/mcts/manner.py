"""How a search selects, expands and simulates, as its tree keeps it."""

from __future__ import annotations

from typing import NamedTuple

from outply.compiler.records import Record
from outply.game import Traits

__all__ = ["Manner", "Mannered", "scale_of"]


class Manner(NamedTuple):
    """How a search selects, expands and simulates."""

    policy: int  # UCB1, TUNED, RAVE, PUCT
    exploration: float
    first_play: float  # what a move counts that was never tried
    bias: float  # of RAVE: how soon it gives way to what the move itself gave
    reference: int  # visits, from which on a family's own RAVE counts
    priors: int  # UNIFORM, BY_ORDER, BY_EVALUATION
    playout: int  # RANDOM, ORDERED
    playout_plies: int  # after so many it is cut, and evaluated
    expand_after: int  # visits
    most_plies: int  # from the root to the deepest family
    solver: bool
    hidden: bool
    chance: bool
    players: int
    worst: float  # utility
    best: float


class Mannered(Record):
    """A record with the fields of a `Manner`, which is the host's to set."""

    policy: int
    exploration: float
    first_play: float
    bias: float
    reference: int
    priors: int
    playout: int
    playout_plies: int
    expand_after: int
    most_plies: int
    solver: bool
    hidden: bool
    chance: bool
    players: int
    worst: float
    best: float

    def behave(self, manner: Manner) -> None:
        for name, setting in manner._asdict().items():
            setattr(self, name, setting)

    def normal(self, utility: float) -> float:
        """From 0, the worst, to 1, the best."""
        return min(max((utility - self.worst) / (self.best - self.worst), 0.0), 1.0)


def scale_of(traits: Traits) -> tuple[float, float]:
    """The utilities that count as 0 and as 1.

    Where one player's gain is the other's loss, 0 is in the middle: what is good for one is then
    as much below it for the other.
    """
    least, most = float(traits.least), float(traits.most)
    if traits.zero_sum and traits.players == 2:
        most = max(abs(least), abs(most))
        least = -most
    return (least, most) if most > least else (least, least + 1.0)
