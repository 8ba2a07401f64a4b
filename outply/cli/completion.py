"""Shell completion: games, searches, and their parameters."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO

import click
from click.shell_completion import CompletionItem

__all__ = ["complete_game", "complete_player", "complete_search", "complete_setting"]


def complete_game(
    context: click.Context, parameter: click.Parameter, text: str
) -> list[CompletionItem]:
    """The names of games; files where no game has such a name."""
    from outply import games

    names = _beginning_with(text, games.names())
    return names or [CompletionItem(text, type="file")]


def complete_search(
    context: click.Context, parameter: click.Parameter, text: str
) -> list[CompletionItem]:
    """The names of searches; after a colon, the parameters of the search."""
    return _searches(text, ())


def complete_player(
    context: click.Context, parameter: click.Parameter, text: str
) -> list[CompletionItem]:
    """As for searches; a player also has a limit among its parameters."""
    return _searches(text, ("seconds", "depth", "nodes"))


def complete_setting(
    context: click.Context, parameter: click.Parameter, text: str
) -> list[CompletionItem]:
    """The parameters of the game that was given, as in `columns=`."""
    from outply import games
    from outply.parameters import parameter_kinds

    known = games.names()
    line = os.environ.get("COMP_WORDS", "").split()  # click does not parse an incomplete option
    for word in line:
        if word in known or word.endswith(".py"):
            with suppress(Exception), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                game = games.load(word)
                return _beginning_with(text, (f"{name}=" for name in parameter_kinds(type(game))))
    return []


def _searches(text: str, limits: tuple[str, ...]) -> list[CompletionItem]:
    from outply import search
    from outply.parameters import parameter_kinds

    name, colon, given = text.partition(":")
    if not colon:
        return _beginning_with(text, search.names())
    if name not in search.names():
        return []
    before, comma, _ = given.rpartition(",")
    known = (*parameter_kinds(type(search.named(name))), *limits)
    return _beginning_with(text, (f"{name}:{before}{comma}{key}=" for key in known))


def _beginning_with(text: str, words: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(text)]
