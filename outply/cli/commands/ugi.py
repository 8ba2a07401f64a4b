"""`outply ugi`: an engine of any game of two players for other programs."""

from __future__ import annotations

import click

from outply.cli.options import GameOptions, game_options
from outply.cli.protocols import protocol_options, serve

__all__ = ["command"]


@click.command
@game_options
@protocol_options
def command(game_options: GameOptions, search: str | None, interpreted: bool) -> int:
    """Play GAME in a program that speaks the UGI protocol, such as cutegames.

    The program starts this command and writes to it; people need not. Positions and moves are
    written as `outply analyze` writes them.
    """
    return serve("ugi", game_options, search, interpreted)
