"""Searches asked by an experiment."""

from __future__ import annotations

import random
from typing import Any

from outply.game import Game
from outply.search import Limit, Result, Search

__all__ = ["ask", "seed_of", "warm"]


def ask(
    search: Search, game: Game[Any], state: Any, limit: Limit, compiled: bool | None = None
) -> Result:
    """What a search finds; Ctrl-C while it thinks ends the experiment, not only the thinking."""
    result = search.search(game, state, limit, compiled=compiled)
    if result.interrupted:
        raise KeyboardInterrupt
    return result


def seed_of(*parts: object) -> int:
    """The seed of a search, a different one for each case of an experiment."""
    return random.Random(" ".join(map(str, parts))).getrandbits(40)


def warm(searches: list[Search], game: Game[Any], state: Any, compiled: bool | None = None) -> None:
    """Compile before anything is timed, and touch the memory."""
    for search in searches:
        ask(search, game, state, Limit(depth=1, seconds=0.01), compiled)
