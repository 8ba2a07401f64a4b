"""Matches between players over many games: who is better, and how certain that is."""

from outply.play.arena.arena import DEFAULT_LIMIT, Arena
from outply.play.arena.arena_player import ArenaPlayer, parse_player
from outply.play.arena.elo import Tally
from outply.play.arena.game_record import Ending, GameRecord
from outply.play.arena.sprt import Sprt, parse_sprt
from outply.play.arena.standings import RankedPlayer, Standings, ranking
from outply.play.arena.store import Store
from outply.play.search_texts import parse_limit

__all__ = [
    "DEFAULT_LIMIT",
    "Arena",
    "ArenaPlayer",
    "Ending",
    "GameRecord",
    "RankedPlayer",
    "Sprt",
    "Standings",
    "Store",
    "Tally",
    "parse_limit",
    "parse_player",
    "parse_sprt",
    "ranking",
]
