"""Values of the engine: to the player to move, and how far away a win or loss is.

In a game of win, draw and loss a value above all utilities is a win in so many plies,
`won_in(n)`, and below all a loss, `lost_in(n)`; one ply up, they are one ply further away.
Source: Pons, "Solving Connect 4", for distances in the window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.compiler.primitives import above
from outply.game import SURE, Game, lost_in
from outply.search.engine.desk import Desk

__all__ = ["DECIDED", "Values"]

DECIDED = SURE / 2
"""Values beyond this are wins and losses."""


@dataclass(frozen=True, kw_only=True)
class Values:
    graded: bool  # utilities are more than win, draw and loss

    def is_decided(self, value: float) -> bool:
        """Whether a value is a win or a loss in so many plies."""
        return not self.graded and abs(value) > DECIDED

    def is_in_sight(self, value: float, depth: int) -> bool:
        """Whether a search to `depth` could find a value that a game knows at once."""
        return not self.is_decided(value) or SURE - abs(value) <= depth

    def next_above(self, value: float) -> float:
        """The least value above one: distances are whole."""
        return value + 1.0 if self.is_decided(value) else above(value)

    def just_below(self, value: float) -> float:
        """The greatest value below one."""
        return -self.next_above(-value)

    # -- from ply to ply --------------------------------------------------------------

    def later(self, value: float) -> float:
        """A value as seen from one ply before."""
        if self.graded or abs(value) < DECIDED:
            return value
        return value - 1.0 if value > 0.0 else value + 1.0

    def sooner(self, value: float) -> float:
        """A value as seen from one ply after: undoes `later`."""
        if self.graded or abs(value) < DECIDED:
            return value
        return value + 1.0 if value > 0.0 else value - 1.0

    def after(self, alpha: float, beta: float, same: bool) -> tuple[float, float]:
        """A window as seen after a move, by the same player or the other."""
        low, high = self.sooner(alpha), self.sooner(beta)
        return (low, high) if same else (-high, -low)

    def before(self, value: float, same: bool) -> float:
        """A value as seen before the move that led there, by the same player or the other."""
        return self.later(value if same else -value)

    # -- from rules to values ---------------------------------------------------------

    def utility(self, game: Game[Any], state: Any, player: int, desk: Desk) -> float:
        value = game.utility(state, player)
        if value == 0.0:
            return desk.draw(player)
        if self.graded or abs(value) < 1.0:
            return value
        return SURE if value > 0.0 else -SURE

    def reach(self, game: Game[Any], state: Any, player: int, desk: Desk) -> tuple[float, float]:
        """The bounds of an undecided state."""
        low, high = game.bounds(state, player)
        if low <= 0.0 and high >= 0.0:
            low, high = min(low, desk.draw(player)), max(high, desk.draw(player))
        return (low, high) if self.graded else (at_least(low), -at_least(-high))


def at_least(bound: float) -> float:
    """The least value that goes with the least utility of a game of win, draw and loss."""
    if bound == 1.0:
        return DECIDED
    return lost_in(1) if bound == -1.0 else bound
