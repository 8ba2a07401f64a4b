"""Players, games between them, and the analysis of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outply.lazy import lazy_names
from outply.play.match import GamePlayer, Match, Player, play

if TYPE_CHECKING:
    from outply.play.analysis import Analysis, analyze
    from outply.play.default_search import fitting, fitting_search
    from outply.play.move_sequences import replay
    from outply.play.move_values import AnalysisObserver, MoveValue
    from outply.play.players import best_move, player
    from outply.play.searcher import Searcher

__all__ = [
    "Analysis",
    "AnalysisObserver",
    "GamePlayer",
    "Match",
    "MoveValue",
    "Player",
    "Searcher",
    "analyze",
    "best_move",
    "fitting",
    "fitting_search",
    "play",
    "player",
    "replay",
]

__getattr__ = lazy_names(
    __name__,
    {
        "outply.play.analysis": "Analysis analyze",
        "outply.play.move_sequences": "replay",
        "outply.play.move_values": "AnalysisObserver MoveValue",
        "outply.play.default_search": "fitting fitting_search",
        "outply.play.players": "best_move player",
        "outply.play.searcher": "Searcher",
    },
)
