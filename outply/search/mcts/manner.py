"""How a search selects, expands and simulates, as its tree keeps it."""

from __future__ import annotations

from typing import NamedTuple

from outply.compiler.block import Block
from outply.compiler.primitives import peek, peek_float
from outply.game import Traits

__all__ = ["MANNER", "Manner", "Mannered", "scale_of"]

MANNER = 4  # the first word of it, in the header


class Manner(NamedTuple):
    """How a search selects, expands and simulates; in the header, each is one word."""

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


POLICY, EXPLORATION, FIRST_PLAY, BIAS, REFERENCE, PRIORS, PLAYOUT, PLAYOUT_PLIES = range(4, 12)
EXPAND_AFTER, MOST_PLIES, SOLVER, HIDDEN, HAS_CHANCE, PLAYERS, WORST, BEST = range(12, 20)


class Mannered(Block):
    def behave(self, manner: Manner) -> None:
        """The host's."""
        for word, setting in enumerate(manner, MANNER):
            words = self.floats if isinstance(setting, float) else self.ints
            words[word] = setting

    def policy(self) -> int:
        return peek(self, POLICY)

    def exploration(self) -> float:
        return peek_float(self, EXPLORATION)

    def first_play(self) -> float:
        return peek_float(self, FIRST_PLAY)

    def bias(self) -> float:
        return peek_float(self, BIAS)

    def reference(self) -> int:
        return peek(self, REFERENCE)

    def priors(self) -> int:
        return peek(self, PRIORS)

    def playout(self) -> int:
        return peek(self, PLAYOUT)

    def playout_plies(self) -> int:
        return peek(self, PLAYOUT_PLIES)

    def expand_after(self) -> int:
        return peek(self, EXPAND_AFTER)

    def most_plies(self) -> int:
        return peek(self, MOST_PLIES)

    def solves(self) -> bool:
        return peek(self, SOLVER) != 0

    def is_hidden(self) -> bool:
        return peek(self, HIDDEN) != 0

    def has_chance(self) -> bool:
        return peek(self, HAS_CHANCE) != 0

    def players(self) -> int:
        return peek(self, PLAYERS)

    def normal(self, utility: float) -> float:
        """From 0, the worst, to 1, the best."""
        worst, best = peek_float(self, WORST), peek_float(self, BEST)
        return min(max((utility - worst) / (best - worst), 0.0), 1.0)


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
