"""What the commands `uci` and `ugi` share: a game played for another program."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

from outply import __version__
from outply.cli.completion import complete_search
from outply.cli.errors import STOPPED
from outply.cli.options import GameOptions, search_named
from outply.cli.output import line_writer
from outply.game import Game
from outply.play import fitting_search
from outply.search import Search

__all__ = ["protocol_options", "serve"]


def protocol_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of both commands."""
    command = click.option("--interpreted", is_flag=True, help="Do not compile.")(command)
    return click.option(
        "--search",
        metavar="NAME[:KEY=VALUE,...]",
        shell_complete=complete_search,
        help="The search; `outply searches` lists them.  [default: one that fits the game]",
    )(command)


def serve(protocol: str, game_options: GameOptions, search: str | None, interpreted: bool) -> int:
    """Answer the commands on stdin until `quit`, the end of stdin, or Ctrl-C."""
    from outply.bridges.uci import UciServer

    with game_options.loaded() as game:
        server = UciServer(
            *(game, _search(game, search), line_writer()),
            protocol=protocol,
            name=f"Outply {__version__}",
            compiled=False if interpreted else None,
        )
        code = 0
        try:
            server.run(_lines())
        except KeyboardInterrupt:
            code = STOPPED
        if not server.close():
            os._exit(code)  # a thread is compiling, and nothing interrupts that
        return code


def _search(game: Game[Any], text: str | None) -> Search:
    return fitting_search(game) if text is None else search_named(text)


def _lines() -> Iterator[str]:
    """The lines of stdin as they arrive, whatever bytes they are made of."""
    while line := sys.stdin.readline():
        yield line
