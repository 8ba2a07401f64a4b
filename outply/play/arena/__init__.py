"""Matches between players over many games: who is better, and how sure that is."""

from outply.play.arena.arena import DEFAULT_LIMIT, Arena
from outply.play.arena.contenders import Contender, contender
from outply.play.arena.played import Ending, PlayedGame
from outply.play.arena.ranking import Ranked, ranking
from outply.play.arena.sprt import Sprt
from outply.play.arena.standings import Standings
from outply.play.arena.statistics import Tally
from outply.play.arena.store import Store
from outply.play.arena.written import limit_of, sprt_of

__all__ = [
    "DEFAULT_LIMIT",
    "Arena",
    "Contender",
    "Ending",
    "PlayedGame",
    "Ranked",
    "Sprt",
    "Standings",
    "Store",
    "Tally",
    "contender",
    "limit_of",
    "ranking",
    "sprt_of",
]
