"""The searches that the experiments compare, and how the experiments call them."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, ClassVar

from outply.game import INFINITY, Game
from outply.search import Limit, Result, Search
from outply.search.alphabeta import AlphaBeta
from outply.search.base import Request
from outply.search.engine import Engine
from outply.search.genetic import Genetic, LasVegas
from outply.search.minimax import Minimax
from outply.search.unsearched_positions import unsearched

__all__ = [
    "COMPARED",
    "PAPER_ALGORITHM",
    "StraightMinimax",
    "compared_searches",
    "compile_searches",
    "searched",
    "seed_of",
]

COMPARED = ("genetic", "as_in_the_paper", "minimax", "alphabeta", "lasvegas", "engine")
"""The names of the searches that are compared at equal time."""

PAPER_ALGORITHM = Genetic(challenges=0, deepening=False, ordered=False, whole_last_ply=False)
"""The paper's algorithm, without our additions."""


def compared_searches(seed: int, depth: int) -> dict[str, Search]:
    """The searches that are compared at equal time, with paths of `depth` plies."""
    genetic = Genetic(depth=depth, seed=seed)
    paper = replace(PAPER_ALGORITHM, depth=depth, seed=seed)
    exact = (Minimax(), AlphaBeta())
    searches = (genetic, paper, *exact, LasVegas(depth=depth, seed=seed), Engine())
    return dict(zip(COMPARED, searches, strict=True))


def searched(
    search: Search, game: Game[Any], state: Any, limit: Limit, compiled: bool | None = None
) -> Result:
    """The result of a search; Ctrl-C during the search ends the experiment, too."""
    result = search.search(game, state, limit, compiled=compiled)
    if result.interrupted:
        raise KeyboardInterrupt
    return result


def seed_of(*parts: object) -> int:
    """The seed of a search, a different one for each case of an experiment."""
    return random.Random(" ".join(map(str, parts))).getrandbits(40)


def compile_searches(
    searches: list[Search], game: Game[Any], state: Any, compiled: bool | None = None
) -> None:
    """Compile before anything is timed, and touch the memory."""
    for search in searches:
        searched(search, game, state, Limit(depth=1, seconds=0.01), compiled)


@dataclass(frozen=True)
class StraightMinimax(Search):
    """Minimax that searches one move after the other to the leaves.

    Its answer is the best of the moves that it finished, or the first legal move if it finished
    none. It is for trees in which the players move in turn.
    """

    name: ClassVar[str] = "minimax-straight"

    def answer(self, game: Game[Any], state: Any, request: Request) -> Result:
        began, seconds = perf_counter(), request.limit.seconds
        compiled = request.compiled
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
