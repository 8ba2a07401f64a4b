"""`outply arena`: play matches, show how they stand, and export their games."""

from __future__ import annotations

import dataclasses
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.cli.completion import complete_game, complete_player
from outply.cli.errors import STOPPED, CommandGroup
from outply.cli.formatting import count_text
from outply.cli.options import GameOptions, grouped, json_option, limit_hint, set_option
from outply.cli.output import print_json, print_message, write
from outply.game import Game, OutplyError
from outply.play.game_length import MOST_PLIES
from outply.search import Limit

if TYPE_CHECKING:
    from outply.play.arena import Arena, Sprt, Standings

__all__ = ["command"]

FILE = click.Path(dir_okay=False, path_type=Path)
SPRT_PARAMETER = re.compile(r"(elo0|elo1|alpha|beta|model)=")


@click.group(cls=CommandGroup)
def command() -> None:
    """Play matches between searches, and rate them.

    Each game is kept in a file as it ends. An interrupted match resumes.
    """


# -- options ---------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class LimitOptions:
    """The limit of each move."""

    limits: tuple[str, ...]
    seconds: float | None
    depth: int | None
    nodes: int | None
    clock: str | None

    @property
    def limit(self) -> Limit:
        from outply.play.arena import DEFAULT_LIMIT, parse_limit
        from outply.play.time_control import parse_clock

        clock = None if self.clock is None else parse_clock(self.clock)
        by_option = Limit(self.seconds, self.depth, self.nodes, clock)
        if self.limits and by_option != Limit():
            raise OutplyError(
                "Give the limit by --limit or by --seconds, --depth, --nodes and --clock, not both."
            )
        by_text = parse_limit(part for text in self.limits for part in text.split(",") if part)
        given = by_option if by_text == Limit() else by_text
        return DEFAULT_LIMIT if given == Limit() else given


@dataclasses.dataclass(frozen=True)
class MatchOptions:
    """The rules of a match."""

    games: int
    gauntlet: bool
    openings: str | None
    seed: int
    margin: float
    max_plies: int
    adjudicate: bool
    interpreted: bool
    jobs: int | None
    on: str
    store: Path | None

    def arena(
        self, game: Game[Any], players: tuple[str, ...], limit: Limit, sprt: Sprt | None
    ) -> Arena:
        from outply.play.arena import Arena

        settings = vars(self).copy()
        most_plies, interpreted = settings.pop("max_plies"), settings.pop("interpreted")
        compiled = False if interpreted else None
        return Arena(
            game,
            players,
            limit=limit,
            sprt=sprt,
            most_plies=most_plies,
            compiled=compiled,
            **settings,
        )


limit_options = grouped(
    "limit_options",
    LimitOptions,
    click.option(
        *("--limit", "limits"),
        multiple=True,
        metavar="KEY=VALUE,...",
        help="The limit of each move: seconds=, depth=, nodes=; or clock= for the game.  "
        "[default: seconds=0.1]",
    ),
    click.option("--seconds", type=float, help="The same as --limit seconds=."),
    click.option("--depth", type=int, help="The same as --limit depth=."),
    click.option("--nodes", type=int, help="The same as --limit nodes=."),
    click.option(
        "--clock",
        metavar="TIME+INCREMENT",
        help="The time of each player for the whole game, as in 1+1 (a minute, and a second for "
        "each move) or 10s+0.1s.",
    ),
)

match_options = grouped(
    "match_options",
    MatchOptions,
    click.option("--games", type=int, default=100, help="Games of each pairing.  [default: 100]"),
    click.option(
        "--gauntlet", is_flag=True, help="Only the first player meets each of the others."
    ),
    click.option(
        "--openings",
        metavar="random:PLIES|FILE",
        help="The openings; each is played from every side.  [default: two random plies]",
    ),
    click.option(
        "--seed", type=int, default=0, help="The seed of everything random.  [default: 0]"
    ),
    click.option(
        "--margin",
        type=float,
        default=0.1,
        help="Seconds that a player may exceed its limit or its clock by.  [default: 0.1]",
    ),
    click.option(
        "--max-plies",
        type=int,
        default=MOST_PLIES,
        help="A longer game is drawn; dice do not count.  [default: 1000]",
    ),
    click.option(
        "--adjudicate/--no-adjudicate",
        default=True,
        help="End a game when both players have proved the same result.  [default: do]",
    ),
    click.option("--interpreted", is_flag=True, help="Do not compile."),
    click.option(
        "--jobs",
        type=int,
        help="Games played at once; 0 plays in this process.  [default: one per core]",
    ),
    click.option(
        "--on",
        type=click.Choice(["local", "ray"]),
        default="local",
        help="This machine, or the Ray cluster at RAY_ADDRESS.  [default: local]",
    ),
    click.option("--store", type=FILE, metavar="FILE", help="The file that keeps the games."),
)

sprt_option = click.option(
    *("--sprt", "sprt_text"),
    metavar="elo0=A,elo1=B",
    help="Test whether the first player is better by B rather than by A.",
)


def _sprt(text: str | None, more: list[str]) -> Sprt | None:
    """The test; its parameters may also be separate arguments: --sprt elo0=0 elo1=10."""
    if text is None:
        if more:
            raise OutplyError(f"{more[0]!r} is not a player; write --sprt before it.")
        return None
    from outply.play.arena import parse_sprt

    return parse_sprt([part for argument in (text, *more) for part in argument.split(",")])


# -- run -------------------------------------------------------------------------------


@command.command
@click.argument("game", shell_complete=complete_game)
@click.argument("players", metavar="PLAYER PLAYER...", nargs=-1, shell_complete=complete_player)
@set_option
@limit_options
@match_options
@sprt_option
@json_option
def run(
    game: str,
    players: tuple[str, ...],
    settings: tuple[str, ...],
    limit_options: LimitOptions,
    match_options: MatchOptions,
    sprt_text: str | None,
    as_json: bool,
) -> int:
    """Play a match, and rate the players.

    A PLAYER is a search as for --search, such as engine or random:seed=3; its parameters may
    have a limit of its own, as in engine:depth=4. `fitting` is the search that fits the game.

    Each game is kept in a file as it ends. The same command resumes a match that was stopped,
    and with more --games it extends it. A player that fails, returns an illegal move or exceeds
    its time loses that game.
    """
    sprt = _sprt(sprt_text, [text for text in players if SPRT_PARAMETER.match(text)])
    named = tuple(text for text in players if not SPRT_PARAMETER.match(text))
    hint = "did you mean {0}, the player's limit?"
    with GameOptions(game, settings).loaded() as loaded, limit_hint(hint):
        return _run(match_options.arena(loaded, named, limit_options.limit, sprt), as_json)


def _run(arena: Arena, as_json: bool) -> int:
    from outply.cli.arena_progress import MatchProgress

    with _sigint_restored():
        stopped = False
        with MatchProgress(arena) as progress:
            try:
                arena.run(progress.ended, progress.began)
            except KeyboardInterrupt:
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # the results are printed next
                stopped = True
        standings = _stored(arena) if stopped and progress.standings else progress.standings
        _print_note(arena, standings, progress.found, stopped)
        if standings is not None:
            _print_standings(standings, arena.sprt, arena.file, as_json, stopped)
    return STOPPED if stopped else 0


def _stored(arena: Arena) -> Standings:
    """The standings of the file: Ctrl-C may come after a game is kept and before it is counted."""
    from outply.play.arena import Store

    with Store(arena.file, read_only=True) as store:
        return store.standings()


@contextmanager
def _sigint_restored() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _print_note(arena: Arena, standings: Standings | None, found: int, stopped: bool) -> None:
    if standings is None:
        print_message("note: stopped by Ctrl-C before the match began.")
        return
    left = len(arena.schedule) - len(standings.games)
    if stopped:
        print_message(
            f"note: stopped by Ctrl-C; the same command resumes it. The games are in {arena.file}."
        )
    elif found and found == len(standings.games):
        print_message(
            f"note: all games of {arena.file} were played before; another --seed plays others."
        )
    elif left > 0 and arena.sprt is not None:
        games = count_text(left, "game")
        print_message(f"note: the test is decided; {games} need not be played.")
    else:
        print_message(f"The games are in {arena.file}.")


# -- show, export ----------------------------------------------------------------------


@command.command
@click.argument("file", type=FILE)
@click.argument("more", nargs=-1, metavar="")
@sprt_option
@json_option
def show(file: Path, more: tuple[str, ...], sprt_text: str | None, as_json: bool) -> None:
    """Show how the match in FILE stands, also while it is played."""
    from outply.play.arena import Store

    sprt = _sprt(sprt_text, list(more))
    with Store(file, read_only=True) as store:
        standings = store.standings()
    if sprt is not None and (len(standings.names), standings.seats) != (2, 2):
        raise OutplyError(f"A sequential test (SPRT) is for two players; {file} has others.")
    _print_standings(standings, sprt, file, as_json)


def _print_standings(
    standings: Standings, sprt: Sprt | None, file: Path, as_json: bool, interrupted: bool = False
) -> None:
    from outply.cli.arena_results import document, print_standings

    if as_json:
        print_json(document(standings, sprt, file, interrupted))
    else:
        print_standings(standings, sprt)


@command.command
@click.argument("file", type=FILE)
@click.option(
    *("--format", "form"),
    type=click.Choice(["text", "pgn"]),
    help="The format of the games.  [default: text]",
)
@json_option
def export(file: Path, form: str | None, as_json: bool) -> None:
    """Print the games of the match in FILE."""
    from outply.cli.arena_results import games_document
    from outply.play.arena import Store
    from outply.play.arena.export import FORMATS

    if form is not None and as_json:
        raise OutplyError("Give --format or --json, not both.")
    with Store(file, read_only=True) as store:
        standings = store.standings()
    if as_json:
        print_json(games_document(standings))
        return
    for game in standings.games:
        write(FORMATS[form or "text"](standings.setup, game))
