"""`outply games`: the games and searches there are."""

from __future__ import annotations

import dataclasses
from typing import Any

import click

from outply import games, search
from outply.cli.options import json_option
from outply.cli.output import answer, apart_from_prints, console, print_table
from outply.game import Game
from outply.parameters import parameter_kinds

__all__ = ["command"]


@click.command
@json_option
def command(as_json: bool) -> None:
    """List the games, their parameters, and the searches."""
    with apart_from_prints():
        known = [_described(games.load(name)) for name in games.names()]
    if as_json:
        answer({"games": known, "searches": search.names()})
    else:
        _show(known)


def _described(game: Game[Any]) -> dict[str, Any]:
    return {
        "name": game.name,
        "summary": (type(game).__doc__ or "").strip().partition("\n")[0],
        "parameters": _parameters(game),
        **dataclasses.asdict(game.traits),
    }


def _parameters(game: Game[Any]) -> dict[str, Any]:
    names = parameter_kinds(type(game))
    return {name: getattr(game, name, None) for name in names}


def _show(known: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table("Game", "Rules", "Parameters", "Traits", box=None, padding=(0, 2, 1, 0))
    for game in known:
        parameters = "\n".join(f"{key}={value!r}" for key, value in game["parameters"].items())
        table.add_row(game["name"], game["summary"], parameters, _traits(game))
    people = console()
    print_table(people, table)
    people.print(f"Searches: {', '.join(search.names())}")


def _traits(game: dict[str, Any]) -> str:
    words = [f"{game['players']} players"]
    words += [trait for trait in ("chance", "hidden") if game[trait]]
    words += [] if game["zero_sum"] else ["not zero-sum"]
    return "\n".join(words)
