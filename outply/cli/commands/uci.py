"""`outply uci`: a chess engine for other programs."""

from __future__ import annotations

import click

from outply.cli.completion import complete_game
from outply.cli.options import GameOptions, grouped, set_option
from outply.cli.protocols import protocol_options, serve

__all__ = ["command"]


@click.command
@grouped(
    "game_options",
    GameOptions,
    click.argument("game", default="chess", shell_complete=complete_game),
    set_option,
)
@protocol_options
def command(game_options: GameOptions, search: str | None, interpreted: bool) -> int:
    """Play chess in a program that speaks the UCI protocol, such as a chess GUI.

    The program starts this command and writes to it; people need not. GAME is another game
    whose positions and moves are written as UCI writes those of chess.
    """
    return serve("uci", game_options, search, interpreted)
