"""`outply serve`: play, analyse and see search trees in a browser."""

from __future__ import annotations

import importlib.util
import os

import click

from outply.cli.completion import complete_game
from outply.cli.output import print_message
from outply.game import OutplyError

__all__ = ["command"]

NEEDED = ("starlette", "uvicorn", "websockets")


@click.command
@click.argument("games", nargs=-1, metavar="[FILE]...", shell_complete=complete_game)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8642, show_default=True, help="The port; 0 for any that is free.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--workers",
    type=click.IntRange(1, 2 * (os.cpu_count() or 1)),
    help="How many searches run at once; others wait.  [default: one for each processor]",
)
def command(
    games: tuple[str, ...], host: str, port: int, no_browser: bool, workers: int | None
) -> None:
    """Play, analyse and see search trees in a browser.

    The page has all included games, and those of each FILE, which are loaded again when you save
    them; it opens with the first FILE. Only this machine can open it, unless you give another
    --host. Ctrl-C ends the server.
    """
    _require_extra()
    from dataclasses import replace
    from urllib.parse import quote

    from outply.web.game_names import page_names
    from outply.web.run_server import bound_socket, open_browser, serve
    from outply.web.server import STATIC, WebSettings

    if not (STATIC / "index.html").is_file():
        raise OutplyError("The page is not built; run `make web` in Outply's folder, with Node.")
    names = page_names(games)
    settings = WebSettings(files=names)
    if workers is not None:
        settings = replace(settings, workers=workers)
    first = next(iter([*names, *games]), None)

    def started(url: str) -> None:
        print_message(f"Serving {url} until Ctrl-C.")
        if not no_browser:
            open_browser(url if first is None else f"{url}#game={quote(first)}")

    serve(settings, bound_socket(host, port), host, started)


def _require_extra() -> None:
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise OutplyError(
            f"`outply serve` needs {' and '.join(missing)}; run `pip install 'outply[web]'`."
        )
