"""Games whose search is compiled before anything is timed."""

from __future__ import annotations

from typing import Any

from outply import Engine, Game, Limit, load

__all__ = ["warm"]


def warm(name: str, engine: Engine | None = None, **parameters: Any) -> Game[Any]:
    """The game; refuses to go on if the engine does not run compiled on it."""
    game = load(name, **parameters)
    (engine or Engine()).search(game, game.initial(), Limit(depth=1), compiled=True)
    return game
