"""Players, games between them, and the analysis of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outply.lazy import lazy_names
from outply.play.match import Match, Player, play

if TYPE_CHECKING:
    from outply.play.analysis import Analysis, Onlooker, Worth, analyze
    from outply.play.players import best_move, fitting_search, player
    from outply.play.record import replay
    from outply.play.thinker import Thinker

__all__ = [
    "Analysis",
    "Match",
    "Onlooker",
    "Player",
    "Thinker",
    "Worth",
    "analyze",
    "best_move",
    "fitting_search",
    "play",
    "player",
    "replay",
]

__getattr__ = lazy_names(
    __name__,
    {
        "outply.play.analysis": "Analysis Onlooker Worth analyze",
        "outply.play.players": "best_move fitting_search player",
        "outply.play.record": "replay",
        "outply.play.thinker": "Thinker",
    },
)
