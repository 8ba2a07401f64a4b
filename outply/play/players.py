"""Players made from searches."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from outply.game import CHANCE, Game, OutplyError
from outply.play.default_search import fitting_search
from outply.search import Limit, Search, named

__all__ = ["best_move", "player"]


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
