"""`outply searches`: the searches, the games that each takes, and their parameters."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from outply import search
from outply.cli.options import json_option
from outply.cli.output import console, print_json
from outply.cli.word_table import print_word_table
from outply.game import Traits
from outply.parameters import parameter_defaults, parameter_kinds

if TYPE_CHECKING:
    from outply.cli.schemas import ParameterEntry, SearchEntry

__all__ = ["command"]

KINDS = {
    "two_players": [Traits()],
    "more_players": [Traits(players=3)],
    "chance": [Traits(chance=True), Traits(players=3, chance=True)],
    "hidden": [Traits(hidden=True), Traits(chance=True, hidden=True)],
    "general_sum": [Traits(zero_sum=False)],
}
"""Examples of each kind of game: a search takes a kind if it takes any of its examples."""


@click.command
@json_option
def command(as_json: bool) -> None:
    """List the searches, the games that each takes, and its parameters with their defaults."""
    entries = [_entry(name) for name in search.names()]
    if as_json:
        from outply.cli.schemas import SearchesDocument

        print_json(SearchesDocument(searches=entries))
    else:
        _show(entries)


def _entry(name: str) -> SearchEntry:
    from outply.cli.schemas import SearchEntry

    found = search.named(name)
    takes = {
        kind: any(found.refusal(traits) is None for traits in examples)
        for kind, examples in KINDS.items()
    }
    return SearchEntry(
        name=name,
        summary=(type(found).__doc__ or "").strip().partition("\n")[0],
        parameters=_parameters(found),
        **takes,
    )


def _parameters(found: search.Search) -> list[ParameterEntry]:
    from outply.cli.schemas import ParameterEntry

    kinds, defaults = parameter_kinds(type(found)), parameter_defaults(found)
    return [
        ParameterEntry(name=name, type=getattr(kind, "__name__", str(kind)), default=defaults[name])
        for name, kind in kinds.items()
    ]


def _show(entries: list[SearchEntry]) -> None:
    rows = [(entry.name, _games_text(entry), _parameters_text(entry)) for entry in entries]
    people = console()
    if not people.is_terminal and "COLUMNS" not in os.environ:  # one line each
        people.width = 10_000
    print_word_table(people, ("Search", "Games", "Parameters"), rows)


def _parameters_text(entry: SearchEntry) -> str:
    """`seed: int = 0, samples: int = 20`."""
    return ", ".join(f"{each.name}: {each.type} = {each.default!r}" for each in entry.parameters)


def _games_text(entry: SearchEntry) -> str:
    """`2 players, chance`."""
    players = [number for number, takes in _numbers(entry).items() if takes]
    words = [f"{' or '.join(players)} players"] if players else []
    words += ["chance"] if entry.chance else []
    words += ["hidden information"] if entry.hidden else []
    words += ["not zero-sum"] if entry.general_sum else []
    return ", ".join(words)


def _numbers(entry: SearchEntry) -> dict[str, bool]:
    return {"2": entry.two_players, "more": entry.more_players}
