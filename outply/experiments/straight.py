"""Minimax straight to the leaves, for trees where nothing is known before them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, ClassVar

from outply.game import INFINITY, Game
from outply.search import Limit, Result, Search
from outply.search.base import UNLIMITED, Progress, WatchMaker
from outply.search.minimax import Minimax
from outply.search.positions import unsearched

__all__ = ["Straight"]


@dataclass(frozen=True)
class Straight(Search):
    """The best of the moves below which all leaves were seen, one move after the other.

    It is the first legal move when time is up before any. For trees whose players move in turn.
    """

    name: ClassVar[str] = "minimax-straight"

    def search(
        self,
        game: Game[Any],
        state: Any,
        limit: Limit | None = None,
        *,
        compiled: bool | None = None,
        watch: WatchMaker | None = None,
        progress: Progress | None = None,
    ) -> Result:
        began, seconds = perf_counter(), (limit or UNLIMITED).seconds
        best = unsearched(game, state, compiled is not False)
        best, nodes = replace(best, value=-INFINITY), 0
        for move in game.moves(state):
            left = None if seconds is None else max(0.0, began + seconds - perf_counter())
            found = Minimax().search(game, game.result(state, move), Limit(left), compiled=compiled)
            nodes += found.nodes
            if found.interrupted or not found.proved:
                best = replace(best, interrupted=found.interrupted)
                break
            if -found.value > best.value:
                line, depth = (move, *found.line), found.depth + 1
                best = replace(best, move=move, value=-found.value, line=line, depth=depth)
        return replace(best, nodes=nodes, seconds=perf_counter() - began)
