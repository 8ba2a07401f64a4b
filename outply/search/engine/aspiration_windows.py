"""Aspiration windows: an iteration begins with a narrow window about the value of the last one.

The first window reaches so far above and below that value: 1/64 of the utility range, or in the
selective search 0.3 of the game's `margin` (in chess, of a pawn). The first four plies have the
whole window, and so does a value that is a win or loss in so many plies.

If the value falls outside, the same depth is searched again, with the window open on that side.
Source: Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees" (1982).
"""

from __future__ import annotations

from typing import Any

from outply.game import INFINITY, Game
from outply.search.base import Line, Window

__all__ = ["first_window", "widened"]

WHOLE_UNTIL = 4  # plies
PART_OF_RANGE = 1 / 64
PART_OF_MARGIN = 0.3


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
