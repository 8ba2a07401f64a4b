"""Players, games between them, and the analysis of a position."""

from outply.play.analysis import Analysis, Onlooker, Worth, analyze
from outply.play.match import Match, Player, play
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
