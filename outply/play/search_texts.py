"""Searches as people write them, with a limit of their own: `engine:depth=4,megabytes=1`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, NamedTuple

from outply.game import Game, OutplyError
from outply.parameters import parameter_kinds, parameter_value
from outply.play.default_search import fitting_search
from outply.play.time_control import parse_clock
from outply.search import PROTOCOLS, Limit, Search, named

__all__ = ["ParsedSearch", "is_fitting", "parse_limit", "parse_search"]

FITTING = "fitting"
"""The name that stands for the search that fits the game."""

LIMIT_NAMES = tuple(field.name for field in dataclasses.fields(Limit))


class ParsedSearch(NamedTuple):
    """A search, its own limit if it has one, and whether its seed was given."""

    search: Search
    limit: Limit | None
    has_seed: bool


def is_fitting(text: str) -> bool:
    """Whether a text stands for the search that fits a game, so that it needs a game."""
    return text.partition(":")[0] == FITTING


def parse_search(text: str, game: Game[Any] | None) -> ParsedSearch:
    """Parse `NAME[:key=value,…]`; the name is that of a search, or `fitting` for this game.

    If `seconds`, `depth`, `nodes` and `clock` are not parameters of the search, they are its own
    limit. Of another program's engine, `uci:PATH[,Option=Value…]`, they always are.
    """
    name, _, rest = text.partition(":")
    parts = [part for part in rest.split(",") if part]
    if name in PROTOCOLS:
        search, own_limit = None, [part for part in parts[1:] if _key(part) in LIMIT_NAMES]
    else:
        search = fitting_search(game) if game and name == FITTING else named(name)
        own_limit = [part for part in parts if _is_limit(part, search)]
        name = search.name
    parameters = [part for part in parts if part not in own_limit]
    if search is None or parameters:
        search = named(f"{name}:{','.join(parameters)}")
    has_seed = any(_key(part) == "seed" for part in parameters)
    return ParsedSearch(search, parse_limit(own_limit) if own_limit else None, has_seed)


def _is_limit(part: str, search: Search) -> bool:
    return _key(part) in LIMIT_NAMES and _key(part) not in parameter_kinds(type(search))


def _key(part: str) -> str:
    return part.partition("=")[0].strip()


def parse_limit(parts: Iterable[str]) -> Limit:
    """Parse `seconds=0.1`, `depth=4`, `nodes=1000`, `clock=10s+0.1s`."""
    values: dict[str, Any] = {}
    for part in parts:
        name, value = _key(part), part.partition("=")[2]
        if name not in LIMIT_NAMES or not value:
            raise OutplyError(f"{name!r} is not a limit; write seconds=, depth=, nodes= or clock=.")
        values[name] = parse_clock(value) if name == "clock" else parameter_value(value)
    return Limit(**values)
