"""Outply: write the rules of a game once, in plain Python; it looks ahead at native speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outply.game import (
    CHANCE,
    INFINITY,
    MAX,
    MIN,
    Bits,
    BoardView,
    Game,
    OutplyError,
    OutplyWarning,
    Traits,
)
from outply.lazy import lazy_names
from outply.play import play

if TYPE_CHECKING:
    from outply.games import load
    from outply.play import best_move, player
    from outply.search import Limit, Result, Search, Watch, named
    from outply.search.alphabeta import AlphaBeta, AlphaBetaNegamax
    from outply.search.best_reply import BestReply
    from outply.search.cfr import CFR, MCCFR
    from outply.search.engine import Engine
    from outply.search.expectiminimax import Expectiminimax
    from outply.search.genetic import Genetic, LasVegas
    from outply.search.maxn import MaxN
    from outply.search.mcts import MCTS
    from outply.search.minimax import Minimax, Negamax
    from outply.search.mtdf import MTDF
    from outply.search.negascout import NegaScout
    from outply.search.paranoid import Paranoid
    from outply.search.pimc import PIMC
    from outply.search.random import Random
    from outply.search.sss import SSS
    from outply.search.star import Star1, Star2

__version__ = "0.1.0"

__all__ = [
    "CFR",
    "CHANCE",
    "INFINITY",
    "MAX",
    "MCCFR",
    "MCTS",
    "MIN",
    "MTDF",
    "PIMC",
    "SSS",
    "AlphaBeta",
    "AlphaBetaNegamax",
    "BestReply",
    "Bits",
    "BoardView",
    "Clock",
    "Engine",
    "Expectiminimax",
    "Game",
    "Genetic",
    "LasVegas",
    "Limit",
    "MaxN",
    "Minimax",
    "NegaScout",
    "Negamax",
    "OutplyError",
    "OutplyWarning",
    "Paranoid",
    "Random",
    "Result",
    "Search",
    "Star1",
    "Star2",
    "Traits",
    "Watch",
    "best_move",
    "load",
    "named",
    "play",
    "player",
]

__getattr__ = lazy_names(
    __name__,
    {
        "outply.games": "load",
        "outply.play": "best_move player",
        "outply.search": "Clock Limit Result Search Watch named",
        "outply.search.alphabeta": "AlphaBeta AlphaBetaNegamax",
        "outply.search.best_reply": "BestReply",
        "outply.search.cfr": "CFR MCCFR",
        "outply.search.engine": "Engine",
        "outply.search.expectiminimax": "Expectiminimax",
        "outply.search.genetic": "Genetic LasVegas",
        "outply.search.maxn": "MaxN",
        "outply.search.mcts": "MCTS",
        "outply.search.minimax": "Minimax Negamax",
        "outply.search.mtdf": "MTDF",
        "outply.search.negascout": "NegaScout",
        "outply.search.paranoid": "Paranoid",
        "outply.search.pimc": "PIMC",
        "outply.search.random": "Random",
        "outply.search.sss": "SSS",
        "outply.search.star": "Star1 Star2",
    },
)


def __dir__() -> list[str]:
    return __all__
