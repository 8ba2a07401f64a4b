"""The search that draws a game's tree when none is named."""

from __future__ import annotations

from typing import Any

from outply.game import Game, OutplyError
from outply.search.alphabeta import AlphaBeta
from outply.search.base import Search
from outply.search.expectiminimax import Expectiminimax
from outply.search.maxn import MaxN

__all__ = ["simplest_search"]


def simplest_search(game: Game[Any]) -> Search:
    """The simplest search that takes a game; if none does, one whose refusal says why."""
    if game.traits.hidden:
        raise OutplyError(
            f"{game.name} has no single tree to draw: it has hidden information, and its searches "
            "look at many states at once."
        )
    simplest: list[Search] = [AlphaBeta(), Expectiminimax(), MaxN()]
    if game.traits.players != 2:
        simplest = [MaxN(), Expectiminimax()]
    fitting = (search for search in simplest if not search.refusal(game.traits))
    return next(fitting, simplest[0])
