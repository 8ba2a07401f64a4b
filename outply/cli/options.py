"""The options that several commands share. Each means the same everywhere."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import accumulate
from typing import Any, TextIO, TypeVar

import click

from outply.cli.completion import complete_game, complete_search, complete_setting
from outply.cli.errors import parse_errors, rule_errors
from outply.cli.output import apart_from_prints, print_message
from outply.did_you_mean import closest
from outply.game import Game, OutplyError
from outply.games import load
from outply.parameters import UnknownParameter, parameter_value
from outply.play.default_search import Fitting, fitting
from outply.play.move_sequences import replay
from outply.play.searcher import Searcher
from outply.search import Limit, Search, named
from outply.search.engine import Engine
from outply.search.star import Star2

__all__ = [
    "A_SECOND",
    "GameOptions",
    "PositionOptions",
    "ProofOptions",
    "QuestionOptions",
    "SearchOptions",
    "game_options",
    "grouped",
    "json_option",
    "limit_hint",
    "position_options",
    "proof_options",
    "question_options",
    "search_named",
    "search_options",
    "set_option",
]

A_SECOND = Limit(seconds=1.0)
LIMITS = ("seconds", "depth", "nodes")

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclasses.dataclass(frozen=True)
class GameOptions:
    """Which game, with which parameters."""

    game: str
    settings: tuple[str, ...]

    @property
    def parameters(self) -> dict[str, Any]:
        return dict(_setting(text) for text in self.settings)

    @contextmanager
    def loaded(self) -> Iterator[Game[Any]]:
        """The game. An exception in the author's file becomes one sentence, and what the file
        prints goes to stderr.
        """
        with apart_from_prints():
            game = load(self.game, **self.parameters)
            with rule_errors(game, self.game):
                yield game


@dataclasses.dataclass(frozen=True)
class PositionOptions:
    """A position, moves from the initial position, or moves from a position."""

    position: str | None
    moves: str | None

    def start(self, game: Game[Any]) -> Any:
        if self.position is None:
            return game.initial()
        with parse_errors(game, self.position):
            return game.parse(self.position)

    def played(self, game: Game[Any]) -> list[int]:
        return replay(game, self.moves or "", self.start(game))[1]

    def state(self, game: Game[Any]) -> Any:
        return replay(game, self.moves or "", self.start(game))[0]

    def states(self, game: Game[Any]) -> list[Any]:
        """The states from the start to the position, if it is given by moves."""
        return list(accumulate(self.played(game), game.result, initial=self.start(game)))


@dataclasses.dataclass(frozen=True)
class QuestionOptions(PositionOptions):
    """One position, or a file of them, and whether the answer is for programs."""

    file: TextIO | None
    as_json: bool


@dataclasses.dataclass(frozen=True)
class ProofOptions:
    """The limit and the settings of a proof."""

    seconds: float | None
    nodes: int | None
    threads: int | None
    megabytes: int | None
    interpreted: bool

    @property
    def limit(self) -> Limit:
        return Limit(seconds=self.seconds, nodes=self.nodes)

    @property
    def compiled(self) -> bool | None:
        return False if self.interpreted else None

    def engine(self, game: Game[Any]) -> Engine:
        engine = Engine() if self.megabytes is None else Engine(megabytes=self.megabytes)
        engine.require(game)
        return _with_threads(engine, self.threads, self.interpreted)

    def deepening_searcher(self, game: Game[Any]) -> Searcher:
        """The engine, which looks for a proof ply by ply, in a game whose positions can repeat."""
        engine, limit = dataclasses.replace(self.engine(game), exact=True), self.limit
        if limit == Limit():
            limit = Limit(seconds=math.inf)
        return Searcher(game, engine, limit, self.compiled)

    def chance_searcher(self, game: Game[Any]) -> Searcher:
        """The search that proves the value of a game of chance for two players."""
        search = Star2() if self.megabytes is None else Star2(megabytes=self.megabytes)
        search.require(game)
        search = _with_threads(search, self.threads, self.interpreted)
        return Searcher(game, search, self.limit, self.compiled)


@dataclasses.dataclass(frozen=True)
class SearchOptions:
    """A search, its limit and its settings."""

    search: str | None
    seconds: float | None
    depth: int | None
    nodes: int | None
    threads: int | None
    seed: int | None
    interpreted: bool

    def limit_or(self, otherwise: Limit) -> Limit:
        """The limit that was given, or another one."""
        limit = Limit(self.seconds, self.depth, self.nodes)
        return otherwise if limit == Limit() else limit

    def searcher(
        self,
        game: Game[Any],
        otherwise: Limit = A_SECOND,
        default: Callable[[Game[Any]], Fitting] = fitting,
    ) -> Searcher:
        """The search for this game; `otherwise` is the limit if none was given."""
        chosen = default(game) if self.search is None else None
        named_or_fitting = chosen.search if chosen else search_named(self.search or "")
        search, limit = self._with_settings(named_or_fitting, game), self.limit_or(otherwise)
        if note := search.limit_note(limit):
            print_message(f"note: {note}")
        return Searcher(
            *(game, search, limit),
            compiled=False if self.interpreted else None,
            reason=chosen.reason if chosen else None,
        )

    def _with_settings(self, search: Search, game: Game[Any]) -> Search:
        search.require(game)
        return self._seeded(_with_threads(search, self.threads, self.interpreted))

    def _seeded(self, search: Search) -> Search:
        """With `--seed` as the seed of a search that has one, unless `--search` sets it."""
        if self.seed is None or "seed=" in (self.search or "") or not hasattr(search, "seed"):
            return search
        return dataclasses.replace(search, seed=self.seed)  # type: ignore[type-var]


SomeSearch = TypeVar("SomeSearch", bound=Search)


def search_named(text: str) -> Search:
    """A search by its name and parameters; limits are options of the command instead."""
    with limit_hint("{0} is an option of the command, --{0}."):
        return named(text)


@contextmanager
def limit_hint(hint: str) -> Iterator[None]:
    """Add a hint to the refusal of a parameter that is a limit, or is similar to one."""
    try:
        yield
    except UnknownParameter as error:
        limit = closest(error.parameter, LIMITS)
        if limit is None or error.meant is not None:
            raise
        raise OutplyError(f"{str(error).rstrip('.')}; {hint.format(limit)}") from error


def _with_threads(search: SomeSearch, threads: int | None, interpreted: bool) -> SomeSearch:
    """The search with `--threads`, which only compiled searches of some kinds take."""
    if threads is None:
        return search
    if threads < 1:
        raise OutplyError(f"--threads is {threads}; give 1 or more.")
    if threads > 1 and not hasattr(search, "threads"):
        raise OutplyError(f"{search.name} is single-threaded; use --threads 1, not {threads}.")
    if threads > 1 and interpreted:
        raise OutplyError(
            f"Interpreted searches are single-threaded; use --threads 1, not {threads}."
        )
    return dataclasses.replace(search, threads=threads) if hasattr(search, "threads") else search  # type: ignore[type-var]


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip().isidentifier():
        raise OutplyError(f"{text!r} is not a parameter of a game; write --set name=value.")
    return name.strip(), parameter_value(value)


# -- decorators -----------------------------------------------------------------------


def grouped(name: str, group: Callable[..., Any], *options: Decorator) -> Decorator:
    """A decorator that adds the options and passes them to the command as one argument."""
    parts = [field.name for field in dataclasses.fields(group)]  # type: ignore[arg-type]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def grouping(**given: Any) -> Any:
            grouped = group(**{part: given.pop(part) for part in parts})
            return command(**{name: grouped}, **given)

        decorated: Callable[..., Any] = grouping
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


set_option = click.option(
    *("--set", "settings"),
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_setting,
    help="Set a parameter of the game, as in columns=8; may be repeated.",
)

game_options = grouped(
    "game_options",
    GameOptions,
    click.argument("game", shell_complete=complete_game),
    set_option,
)

_POSITION = click.option("--position", metavar="TEXT", help="The position, in the game's notation.")
_MOVES = click.option(
    "--moves", metavar="TEXT", help="Moves from the initial position or from --position."
)

position_options = grouped("position_options", PositionOptions, _POSITION, _MOVES)

_SECONDS = click.option("--seconds", type=float, help="Limit the time of a search.")
_NODES = click.option("--nodes", type=int, help="Limit the nodes of a search.")
_THREADS = click.option("--threads", type=int, help="Threads of the engine.  [default: 1]")
_INTERPRETED = click.option("--interpreted", is_flag=True, help="Do not compile.")

search_options = grouped(
    "search_options",
    SearchOptions,
    click.option(
        "--search",
        metavar="NAME[:KEY=VALUE,...]",
        shell_complete=complete_search,
        help="The search; `outply searches` lists them.  [default: one that fits the game]",
    ),
    _SECONDS,
    click.option("--depth", type=int, help="Limit the depth of a search, in plies."),
    _NODES,
    _THREADS,
    click.option("--seed", type=int, help="The seed of everything random."),
    _INTERPRETED,
)

_MEGABYTES = click.option(
    "--megabytes", type=int, help="The size of the transposition table.  [default: 64]"
)

proof_options = grouped(
    "proof_options", ProofOptions, _SECONDS, _NODES, _THREADS, _MEGABYTES, _INTERPRETED
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")

_FILE = click.option(
    "--file",
    type=click.File(encoding="utf-8-sig", errors="replace"),
    help="Read one position per line (- is stdin) and answer each with one JSON line.",
)

question_options = grouped("question", QuestionOptions, _POSITION, _MOVES, _FILE, json_option)
