"""Who takes part in a match: a search or any player, with its name and its limit."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any

from outply.game import Game
from outply.parameters import parameter_kinds
from outply.play.arena.written import LIMITS, limit_of
from outply.play.match import Player
from outply.play.players import fitting_search
from outply.search import Limit, Search, named

__all__ = ["FITTING", "Contender", "contender", "numbered"]

FITTING = "fitting"
"""The name by which the search that fits the game is asked for."""


@dataclass(frozen=True)
class Contender:
    """One that takes part: a search, or a player `(game, state) -> move`.

    `draws_anew` says that the seed of its search is the match's to choose, another for each game:
    otherwise one that plays at random would answer the same in every game.
    """

    name: str
    mind: Search | Player
    limit: Limit
    draws_anew: bool = False

    def seeded(self, seed: int) -> Contender:
        """As it plays the game that has this seed."""
        if not self.draws_anew:
            return self
        mind = dataclasses.replace(self.mind, seed=seed)  # type: ignore[type-var]
        return dataclasses.replace(self, mind=mind)


def contender(text: str, game: Game[Any], limit: Limit) -> Contender:
    """A player as people write it: `NAME[:key=value,…]`, or `fitting`.

    `seconds`, `depth` and `nodes`, where the search has no such parameter, are its own limit, in
    place of the match's.
    """
    name, _, rest = text.partition(":")
    parts = [part for part in rest.split(",") if part]
    search = fitting_search(game) if name == FITTING else named(name)
    own = [part for part in parts if _is_limit(part, search)]
    others = [part for part in parts if part not in own]
    if others:
        search = named(f"{search.name}:{','.join(others)}")
    search.require(game)
    draws_anew = hasattr(search, "seed") and not any(_key(part) == "seed" for part in others)
    return Contender(text, search, limit_of(own) if own else limit, draws_anew)


def _is_limit(part: str, search: Search) -> bool:
    return _key(part) in LIMITS and _key(part) not in parameter_kinds(type(search))


def _key(part: str) -> str:
    return part.partition("=")[0].strip()


def numbered(contenders: Iterable[Contender]) -> list[Contender]:
    """Those that have the same name told apart: `engine`, `engine (2)`.

    Who has a name first keeps it, and nobody is given one that another came with.
    """
    given = list(contenders)
    names, taken = {each.name for each in given}, set[str]()
    told = []
    for each in given:
        name = each.name if each.name not in taken else _free_name(each.name, names | taken)
        taken.add(name)
        told.append(dataclasses.replace(each, name=name))
    return told


def _free_name(name: str, taken: set[str]) -> str:
    numbers = (f"{name} ({number})" for number in count(2))
    return next(numbered for numbered in numbers if numbered not in taken)
