"""Games on their way to another process."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from sys import modules
from typing import Any

from outply.game import Game
from outply.games import load
from outply.parameters import parameter_kinds

__all__ = ["CarriedGame", "carried"]


@dataclass(frozen=True)
class CarriedGame:
    """A game from an author's file, which another process loads from there."""

    path: str
    parameters: tuple[tuple[str, Any], ...]

    def loaded(self) -> Game[Any]:
        """Loaded once: each time, its rules would be another class, and compiled again."""
        if repr(self) not in _loaded:
            _loaded[repr(self)] = load(self.path, **dict(self.parameters))
        return _loaded[repr(self)]


_loaded: dict[str, Game[Any]] = {}


def carried(game: Game[Any]) -> CarriedGame | Game[Any]:
    """The game itself where other processes can import its class, or how to load it."""
    cls = type(game)
    file = getattr(modules.get(cls.__module__), "__file__", None)
    if not cls.__module__.startswith("outply_game_") or file is None:
        return game
    names = parameter_kinds(cls)
    parameters = tuple((name, getattr(game, name)) for name in names if hasattr(game, name))
    return CarriedGame(f"{Path(file).resolve()}:{cls.__qualname__}", parameters)
