"""A game with hidden information as one in which nothing is hidden."""

from __future__ import annotations

import copy
import warnings
from dataclasses import replace
from functools import cache
from typing import Any

from outply.game import Game, OutplyWarning, Traits

__all__ = ["warn_of_hidden_information", "with_open_information"]


def with_open_information(game: Game[Any]) -> Game[Any]:
    """The same rules with nothing hidden, so that a search that must see everything takes them.

    It compiles as the game itself does, and searches name it as the game itself.
    """
    if not game.traits.hidden:
        return game
    rules: type = type(game)
    copied = copy.copy(game)
    object.__setattr__(copied, "__class__", _open_rules(rules))  # a frozen one's, too
    return copied


@cache
def _open_rules(rules: Any) -> Any:
    """One class for each, since what is compiled is kept by class."""

    def traits(self: Game[Any]) -> Traits:
        declared: Traits = rules.traits.__get__(self)
        return replace(declared, hidden=False)

    members = {
        "__slots__": (),
        "__doc__": rules.__doc__,
        "__module__": rules.__module__,
        "observation": Game.observation,
        "worlds": Game.worlds,
        "traits": property(traits),
    }
    return type(rules.__name__, (rules,), members)


def warn_of_hidden_information(search: str, game: Game[Any]) -> None:
    """Say that a search sees what is hidden, where the game does not say what it might be."""
    if game.traits.hidden and type(game).worlds is Game.worlds:
        sentence = (
            f"{search} sees what {game.name} hides, since the game does not define worlds:"
            " define worlds(state, player), or use cfr."
        )
        warnings.warn(sentence, OutplyWarning, stacklevel=4)
