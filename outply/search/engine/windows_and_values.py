"""Windows and values of the engine: aspiration windows, windows of children, wins in so many plies.

An iteration begins with an aspiration window about the value of the last one. It reaches so far
above and below that value: 1/64 of the utility range, or in the selective search 0.3 of the game's
`margin` (in chess, of a pawn). The first four plies have the whole window, and so does a line whose
value is a win or loss. If the value falls outside, `run.py` searches the same depth again, with the
window open on that side.

Values are to the player to move. In a game of win, draw and loss a value above all utilities is a
win in n plies, `won_in(n)`, and a value below all utilities a loss, `lost_in(n)`; one ply up, they
are one ply further away.

Sources: Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees" (1982), for
aspiration windows; Pons, "Solving Connect 4", for distances in the window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.compiler.primitives import above
from outply.game import INFINITY, SURE, Game, lost_in
from outply.search.base import Line, Window
from outply.search.engine.root import Root
from outply.search.watch import Watch

__all__ = ["DECIDED", "ValueArithmetic", "first_window", "widened"]

DECIDED = SURE / 2
"""Values beyond this are wins and losses."""

WHOLE_UNTIL = 4  # plies
PART_OF_RANGE = 1 / 64
PART_OF_MARGIN = 0.3


@dataclass(frozen=True, kw_only=True)
class ValueArithmetic:
    has_scores: bool  # utilities are more than win, draw and loss
    has_repetition: bool = False  # the game defines `reversible_plies`

    def is_decided(self, value: float) -> bool:
        """Whether a value is a win or a loss in a known number of plies."""
        return not self.has_scores and abs(value) > DECIDED

    def is_lost(self, value: float) -> bool:
        """Whether a value is a loss in a known number of plies, or that of no moves at all."""
        return not self.has_scores and value < -DECIDED

    def is_within(self, value: float, depth: int) -> bool:
        """Whether a search to `depth` could find a value that the game's bounds tell."""
        return not self.is_decided(value) or SURE - abs(value) <= depth

    def next_above(self, value: float) -> float:
        """The least value above one: distances are whole."""
        return value + 1.0 if self.is_decided(value) else above(value)

    def next_below(self, value: float) -> float:
        """The greatest value below one."""
        return -self.next_above(-value)

    # -- from ply to ply --------------------------------------------------------------

    def one_ply_up(self, value: float) -> float:
        """A child's value at its parent: a win or loss is one ply further away."""
        if self.has_scores or abs(value) < DECIDED:
            return value
        return value - 1.0 if value > 0.0 else value + 1.0

    def one_ply_down(self, value: float) -> float:
        """A parent's value at its child: undoes `one_ply_up`."""
        if self.has_scores or abs(value) < DECIDED:
            return value
        return value + 1.0 if value > 0.0 else value - 1.0

    def child_window(self, alpha: float, beta: float, same_player: bool) -> Window:
        """A window after a move, where the same player moves again or the other one."""
        low, high = self.one_ply_down(alpha), self.one_ply_down(beta)
        return Window(low, high) if same_player else Window(-high, -low)

    def parent_value(self, value: float, same_player: bool) -> float:
        """A child's value as seen by the player who moved there."""
        return self.one_ply_up(value if same_player else -value)

    def note_best(
        self, value: float, window: Window, remaining: int, move: int, watch: Watch
    ) -> None:
        """Note in the watch the best move so far, if it is better than alpha, and a cutoff."""
        if value > window.alpha:
            watch.better(remaining, move)
        if value >= window.beta:
            watch.cut()

    # -- from rules to values ---------------------------------------------------------

    def utility(self, game: Game[Any], state: Any, player: int, root: Root) -> float:
        value = game.utility(state, player)
        if value == 0.0:
            return root.draw_value(player)
        if self.has_scores or abs(value) < 1.0:
            return value
        return SURE if value > 0.0 else -SURE

    def end_value(self, game: Game[Any], state: Any, root: Root, watch: Watch) -> float:
        """The utility of a game that is over, to the player whose turn it would be.

        An early end after reversible moves, such as the fifty-move rule, may depend on the way
        there, which the table does not know: then it is an estimate.
        """
        value = self.utility(game, state, game.to_move(state), root)
        if self.has_repetition and game.reversible_plies(state) > 0 and game.ends_early(state):
            return watch.evaluation(value)
        return watch.utility(value)

    def bounds(self, game: Game[Any], state: Any, player: int, root: Root) -> Window:
        """The least and the greatest value that an undecided state can have."""
        low, high = game.bounds(state, player)
        if low <= 0.0 and high >= 0.0:
            draw = root.draw_value(player)
            low, high = min(low, draw), max(high, draw)
        return Window(low, high) if self.has_scores else Window(at_least(low), -at_least(-high))


def at_least(bound: float) -> float:
    """The least value that goes with the least utility of a game of win, draw and loss."""
    if bound == 1.0:
        return DECIDED
    return lost_in(1) if bound == -1.0 else bound


# -- aspiration windows ----------------------------------------------------------------------


def first_window(game: Game[Any], depth: int, last: Line | None, is_selective: bool) -> Window:
    """The window to begin with, about what the last iteration said of a line."""
    if last is None or depth <= WHOLE_UNTIL or last.distance is not None:
        return Window(-INFINITY, INFINITY)
    least, most = game.utility_range
    width = (most - least) * PART_OF_RANGE
    if is_selective and game.margin:
        width = game.margin * PART_OF_MARGIN
    return Window(last.value - width, last.value + width)


def widened(window: Window, value: float) -> Window:
    """The window for the next attempt, after a value outside this one."""
    if value <= window.alpha:
        return Window(-INFINITY, window.beta)
    return Window(window.alpha, INFINITY)
