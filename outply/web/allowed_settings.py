"""What a page may set: parameters of games, and searches with theirs.

A page's request must not run a program or open a file. Games and searches are found by their names
only, and a parameter takes a text only if its default is a name: one that is empty by default may
name a file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from outply.game import Game, OutplyError
from outply.parameters import parameter_defaults
from outply.play.default_search import fitting_search
from outply.search import Search, named, names

__all__ = ["CHOICES", "given_search", "given_settings"]

NAME = re.compile(r"[A-Za-z][\w-]{0,40}")
MOST_DIGITS = 18
CHOICES = {"evaluation": ("none", "trained")}
"""What a page may give for parameters that else name a file of the user."""
MOST = {
    "megabytes": 512,
    "threads": os.cpu_count() or 1,
    "lines": 500,
    "population": 100_000,
    "islands": 64,
}
"""The most of what takes memory or threads."""


def given_search(text: str, game: Game[Any]) -> Search:
    """The search of a text as on the command line; the one that fits the game if it is empty."""
    if not text:
        return fitting_search(game)
    name, _, _ = text.partition(":")
    if name not in names():
        raise OutplyError(
            f"A page cannot use the search {name!r}; use one of {', '.join(names())}."
        )
    search, default = named(text), named(name)
    _check(name, parameter_defaults(default), parameter_defaults(search))
    search.require(game)
    return search


def given_settings(
    game: str, defaults: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """The parameters of a game as `load` takes them; JSON has no tuples."""
    settings = {name: _as_tuples(value) for name, value in given.items()}
    _check(game, defaults, settings)
    return settings


def _check(owner: str, defaults: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        if name not in defaults or value == defaults[name]:
            continue  # `load` says what is unknown
        if value in CHOICES.get(name, ()):
            continue
        if isinstance(value, str) and not _is_choice(defaults[name], value):
            raise OutplyError(f"A page cannot set {name} of {owner}, which may name a file.")
        most = MOST.get(name, 10**MOST_DIGITS)
        if isinstance(value, int) and abs(value) > most:
            raise OutplyError(f"{name} of {owner} is {value}; from a page, at most {most:,}.")


def _is_choice(default: Any, value: str) -> bool:
    is_name = isinstance(default, str) and NAME.fullmatch(default) is not None
    return is_name and NAME.fullmatch(value) is not None


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
