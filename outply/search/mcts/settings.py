"""The settings of a search: constants of UCT, PUCT and RAVE, playouts, and the utility scale."""

from __future__ import annotations

from typing import NamedTuple

from outply.compiler.records import Record
from outply.game import Traits

__all__ = [
    "BY_EVALUATION",
    "BY_ORDER",
    "ORDERED",
    "PUCT",
    "RANDOM",
    "RAVE",
    "TUNED",
    "UCB1",
    "UNIFORM",
    "MctsSettings",
    "MctsSettingsRecord",
    "utility_scale",
]

UCB1, TUNED, RAVE, PUCT = range(4)  # selection policies
UNIFORM, BY_ORDER, BY_EVALUATION = range(3)  # priors of PUCT
RANDOM, ORDERED = range(2)  # playouts


class MctsSettings(NamedTuple):
    """How a search selects, expands and plays out."""

    policy: int  # UCB1, TUNED, RAVE, PUCT
    exploration: float  # the constant of the policy
    first_play: float  # first-play urgency: the value of a move that was never tried
    bias: float  # of RAVE: a larger one trusts a move's own visits sooner
    reference: int  # visits that GRAVE wants of the node whose RAVE statistics it uses
    priors: int  # UNIFORM, BY_ORDER, BY_EVALUATION
    playout: int  # RANDOM, ORDERED
    playout_plies: int  # a longer playout is cut, and the state evaluated
    expand_after: int  # visits
    most_plies: int  # from the root to the deepest node
    solver: bool
    hidden: bool
    chance: bool
    players: int
    worst: float  # utility
    best: float


class MctsSettingsRecord(Record):
    """A record with the fields of `MctsSettings`, for compiled code to read."""

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

    def apply(self, settings: MctsSettings) -> None:
        """Copy all settings into the record; only Python calls this."""
        for name, setting in settings._asdict().items():
            setattr(self, name, setting)

    def normalized(self, utility: float) -> float:
        """A utility on the scale from 0, the worst, to 1, the best."""
        return min(max((utility - self.worst) / (self.best - self.worst), 0.0), 1.0)


def utility_scale(traits: Traits) -> tuple[float, float]:
    """The utilities that count as 0 and as 1.

    In a zero-sum game of two players the scale is symmetric about 0, so that a value v of one
    player is 1 - v of the other.
    """
    least, most = float(traits.least), float(traits.most)
    if traits.zero_sum and traits.players == 2:
        most = max(abs(least), abs(most))
        least = -most
    return (least, most) if most > least else (least, least + 1.0)
