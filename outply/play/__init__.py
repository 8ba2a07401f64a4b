"""Players, and games between them."""

from outply.play.match import Match, Player, play
from outply.play.players import best_move, fitting_search, player
from outply.play.record import replay

__all__ = ["Match", "Player", "best_move", "fitting_search", "play", "player", "replay"]
