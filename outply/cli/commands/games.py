"""`outply games`: the games, and their parameters."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import click

from outply import games
from outply.cli.options import json_option
from outply.cli.output import apart_from_prints, console, print_json
from outply.cli.word_table import print_word_table
from outply.game import Game
from outply.parameters import parameter_defaults

if TYPE_CHECKING:
    from outply.cli.schemas import GameEntry

__all__ = ["command"]


@click.command
@json_option
def command(as_json: bool) -> None:
    """List the games, their parameters and their traits."""
    with apart_from_prints():
        entries = [_entry(games.load(name)) for name in games.names()]
    if as_json:
        from outply.cli.schemas import GamesDocument

        print_json(GamesDocument(games=entries))
    else:
        _show(entries)


def _entry(game: Game[Any]) -> GameEntry:
    from outply.cli.schemas import GameEntry

    return GameEntry(
        name=game.name,
        summary=(type(game).__doc__ or "").strip().partition("\n")[0],
        parameters=parameter_defaults(game),
        **dataclasses.asdict(game.traits),
    )


def _show(entries: list[GameEntry]) -> None:
    rows = [(game.name, game.summary, _parameters(game), _traits(game)) for game in entries]
    people = console()
    print_word_table(people, ("Game", "Rules", "Parameters", "Traits"), rows, gap=1)
    people.print("`outply searches` lists the searches.")


def _parameters(game: GameEntry) -> str:
    return "\n".join(f"{key}={value!r}" for key, value in game.parameters.items())


def _traits(game: GameEntry) -> str:
    traits = {"chance": game.chance, "hidden": game.hidden, "not zero-sum": not game.zero_sum}
    return "\n".join([f"{game.players} players", *(name for name, has in traits.items() if has)])
