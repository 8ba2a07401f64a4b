"""Players made from searches, and the search that fits a game."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from outply.game import CHANCE, Game, OutplyError
from outply.search import Limit, Search, named
from outply.search.cfr import CFR
from outply.search.engine import Engine
from outply.search.expectiminimax import Expectiminimax
from outply.search.maxn import MaxN
from outply.search.mcts import MCTS
from outply.search.pimc import PIMC
from outply.search.star import Star2

__all__ = ["best_move", "fitting_search", "player"]

FITTING = (
    Engine(),
    Star2(),
    MaxN(),
    Expectiminimax(),
    CFR(),
    PIMC(),
    MCTS(),
)  # strongest first


def fitting_search(game: Game[Any]) -> Search:
    """Return the strongest search that can play this game."""
    for search in FITTING:
        if _can_play(search, game):
            return search
    players = game.traits.players
    raise OutplyError(f"No search fits {game.name}, for {players} players; name one: random.")


def _can_play(search: Search, game: Game[Any]) -> bool:
    try:
        search.require(game)
    except OutplyError:
        return False
    return True


def player(search: Search | str, limit: Limit) -> Callable[[Game[Any], Any], int]:
    """Return a player that runs `search` within `limit` at each of its turns.

    Ctrl-C during a search ends the game, not only the search. In a game with hidden information,
    a search with a seed gets a new one at each turn.
    """
    chosen = named(search) if isinstance(search, str) else search
    turns = itertools.count()

    def choose(game: Game[Any], state: Any) -> Any:
        if not game.is_terminal(state) and game.to_move(state) == CHANCE:
            raise OutplyError(f"Chance is to move in {game.name}; apply one of its outcomes first.")
        seed = getattr(chosen, "seed", None)
        seeded = chosen
        if seed is not None and game.traits.hidden:
            seeded = replace(chosen, seed=seed + next(turns))  # type: ignore[type-var]
        result = seeded.search(game, state, limit)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.move is None:
            raise OutplyError(f"{game.name} is over; there is no move to choose.")
        return result.move

    return choose


def best_move(
    game: Game[Any],
    state: Any,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
) -> int:
    """Return the move of the search that fits the game; by default it gets one second."""
    if seconds is None and depth is None and nodes is None:
        seconds = 1.0
    return player(fitting_search(game), Limit(seconds, depth, nodes))(game, state)
