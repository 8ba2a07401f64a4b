"""`outply arena`: players meet over many games, and how good each is."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.cli.commands import STOPPED
from outply.cli.options import Rules, json_option
from outply.cli.output import say
from outply.cli.words import counted
from outply.game import Game, OutplyError
from outply.search import Limit

if TYPE_CHECKING:
    from outply.play.arena import Arena, Sprt, Standings

__all__ = ["command"]

FILE = click.Path(dir_okay=False, path_type=Path)
SPRT_WORD = re.compile(r"(elo0|elo1|alpha|beta|model)=")


@click.command
@click.argument("words", metavar="GAME PLAYER PLAYER...", nargs=-1)
@click.option(
    *("--set", "settings"),
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of the game, as in columns=8; may be repeated.",
)
@click.option("--games", type=int, default=100, help="Of each pairing.  [default: 100]")
@click.option(
    *("--limit", "limits"),
    multiple=True,
    metavar="KEY=VALUE,...",
    help="Of each move: seconds=, depth=, nodes=.  [default: seconds=0.1]",
)
@click.option("--seconds", type=float, help="The same as --limit seconds=.")
@click.option("--depth", type=int, help="The same as --limit depth=.")
@click.option("--nodes", type=int, help="The same as --limit nodes=.")
@click.option("--gauntlet", is_flag=True, help="Only the first player meets each of the others.")
@click.option(
    "--openings",
    metavar="random:PLIES|FILE",
    help="Where games begin; each opening is played from every side.",
)
@click.option("--seed", type=int, default=0, help="Of all that is random.  [default: 0]")
@click.option(
    "--sprt",
    metavar="elo0=A elo1=B",
    help="Stop when it is decided whether the first player is better by A or by B.",
)
@click.option(
    "--margin",
    type=float,
    default=0.1,
    help="How many seconds beyond its limit a player may take.  [default: 0.1]",
)
@click.option(
    "--max-plies",
    type=int,
    default=1000,
    help="A game of so many, dice not counted, is drawn.  [default: 1000]",
)
@click.option(
    "--adjudicate/--no-adjudicate",
    default=True,
    help="End a game when both have proved the same result.  [default: do]",
)
@click.option("--interpreted", is_flag=True, help="Do not compile.")
@click.option(
    "--jobs",
    type=int,
    help="How many games at once; 0 plays in this process.  [default: one a core]",
)
@click.option(
    "--on",
    type=click.Choice(["local", "ray"]),
    default="local",
    help="This machine, or the Ray cluster at RAY_ADDRESS.  [default: local]",
)
@click.option("--store", type=FILE, metavar="FILE", help="The file that keeps the games.")
@click.option("--show", type=FILE, metavar="FILE", help="Only show the match in this file.")
@click.option("--export", type=FILE, metavar="FILE", help="Only write out the games in this file.")
@click.option(
    *("--format", "form"),
    type=click.Choice(["text", "pgn"]),
    help="How --export writes them.  [default: text]",
)
@json_option
def command(
    words: tuple[str, ...],
    show: Path | None,
    export: Path | None,
    form: str | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Let players meet over many games, and say how good each is.

    A PLAYER is a search as for --search, such as engine or random:seed=3; a limit of its own may
    be among its parameters, as in engine:depth=4. `fitting` is the search that fits the game.

    Each game is kept in a file as it ends. The same command goes on with a match that was
    stopped, and with more --games it extends it. A player that fails, plays an illegal move or
    oversteps its time loses that game.
    """
    sprt = _sprt(asked.pop("sprt"), words)
    words = tuple(word for word in words if not SPRT_WORD.match(word))
    if show is not None or export is not None or form is not None:
        from outply.cli.arena_stored import from_file

        return from_file(words, show, export, form, as_json, sprt)
    if not words:
        raise OutplyError("Say which game, and who plays: outply arena GAME PLAYER PLAYER.")
    return _play_named(words[0], words[1:], as_json, sprt=sprt, **asked)


def _sprt(first: str | None, words: tuple[str, ...]) -> Sprt | None:
    """The test, whose parameters may be several words after --sprt, or one with commas."""
    more = [word for word in words if SPRT_WORD.match(word)]
    if first is None:
        if more:
            raise OutplyError(f"{more[0]!r} is not a player; write --sprt before it.")
        return None
    from outply.play.arena import parse_sprt

    return parse_sprt([part for word in (first, *more) for part in word.split(",")])


def _play_named(
    name: str, players: tuple[str, ...], as_json: bool, *, settings: tuple[str, ...], **asked: Any
) -> int:
    given = {key: asked.pop(key) for key in ("limits", "seconds", "depth", "nodes")}
    with Rules(name, settings).loaded() as game:
        return _play(_arena(game, players, _limit(**given), **asked), as_json)


def _limit(
    limits: tuple[str, ...], seconds: float | None, depth: int | None, nodes: int | None
) -> Limit:
    from outply.play.arena import DEFAULT_LIMIT, parse_limit

    by_option = Limit(seconds, depth, nodes)
    if limits and by_option != Limit():
        raise OutplyError(
            "Give the limit by --limit or by --seconds, --depth and --nodes, not both."
        )
    by_word = parse_limit(part for word in limits for part in word.split(",") if part)
    given = by_option if by_word == Limit() else by_word
    return DEFAULT_LIMIT if given == Limit() else given


def _arena(
    game: Game[Any],
    players: tuple[str, ...],
    limit: Limit,
    *,
    max_plies: int,
    interpreted: bool,
    **asked: Any,
) -> Arena:
    from outply.play.arena import Arena

    compiled = False if interpreted else None
    return Arena(game, players, limit=limit, most_plies=max_plies, compiled=compiled, **asked)


# -- playing -------------------------------------------------------------------------------


def _play(arena: Arena, as_json: bool) -> int:
    from outply.cli.arena_stored import answer_standings
    from outply.cli.arena_watching import Watching

    with _hearing_restored():
        stopped = False
        with Watching(arena) as watching:
            try:
                arena.run(watching.ended, watching.began)
            except KeyboardInterrupt:
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough: now it is told
                stopped = True
        standings = _in_file(arena) if stopped and watching.standings else watching.standings
        _tell(arena, standings, watching.found, stopped)
        if standings is not None:
            answer_standings(standings, arena.sprt, arena.file, as_json, stopped)
    return STOPPED if stopped else 0


def _in_file(arena: Arena) -> Standings:
    """As the file has it: Ctrl-C may have come after a game was kept and before it was counted."""
    from outply.play.arena import Store

    with Store(arena.file, read_only=True) as store:
        return store.standings()


@contextmanager
def _hearing_restored() -> Iterator[None]:
    """Afterwards Ctrl-C is heard as before."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _tell(arena: Arena, standings: Standings | None, found: int, stopped: bool) -> None:
    if standings is None:
        say("note: stopped by Ctrl-C before the match began.")
        return
    left = len(arena.schedule) - len(standings.games)
    if stopped:
        say(f"note: stopped by Ctrl-C; the same command goes on with it. Kept in {arena.file}.")
    elif found and found == len(standings.games):
        say(f"note: nothing is left to play; another --seed plays other games. See {arena.file}.")
    elif left > 0 and arena.sprt is not None:
        say(f"note: the test is decided; {counted(left, 'game')} need not be played.")
    else:
        say(f"Kept in {arena.file}.")
