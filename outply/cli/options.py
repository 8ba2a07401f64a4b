"""The options that mean the same on every command, and what they ask for."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

import click

from outply.cli.blame import rules_of
from outply.cli.output import apart_from_prints
from outply.game import Game, OutplyError
from outply.games import load
from outply.parameters import parameter_value
from outply.play import fitting_search, replay
from outply.play.searcher import Searcher
from outply.search import Limit, Search, named
from outply.search.engine import Engine
from outply.search.star import Star2

__all__ = [
    "Effort",
    "Place",
    "Rules",
    "Thinking",
    "effort_options",
    "file_option",
    "json_option",
    "place_options",
    "rules_options",
    "thinking_options",
]

A_SECOND = Limit(seconds=1.0)

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclasses.dataclass(frozen=True)
class Rules:
    """Which game, with which parameters."""

    game: str
    settings: tuple[str, ...]

    @property
    def parameters(self) -> dict[str, Any]:
        return dict(_setting(text) for text in self.settings)

    @contextmanager
    def loaded(self) -> Iterator[Game[Any]]:
        """The game; what its author's file raises is told as a sentence, what it prints is kept
        off stdout.
        """
        with apart_from_prints():
            game = load(self.game, **self.parameters)
            with rules_of(game, self.game):
                yield game


@dataclasses.dataclass(frozen=True)
class Place:
    """Where in the game: a position, moves, or moves from a position."""

    position: str | None
    moves: str | None

    def start(self, game: Game[Any]) -> Any:
        return game.initial() if self.position is None else game.parse(self.position)

    def played(self, game: Game[Any]) -> list[int]:
        return replay(game, self.moves or "", self.start(game))[1]

    def state(self, game: Game[Any]) -> Any:
        return replay(game, self.moves or "", self.start(game))[0]


@dataclasses.dataclass(frozen=True)
class Effort:
    """How far a proof may go."""

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

    def chance_thinker(self, game: Game[Any]) -> Searcher:
        """Who proves what a game of chance for two is worth."""
        search = Star2() if self.megabytes is None else Star2(megabytes=self.megabytes)
        search.require(game)
        search = _with_threads(search, self.threads, self.interpreted)
        return Searcher(game, search, self.limit, self.compiled)


@dataclasses.dataclass(frozen=True)
class Thinking:
    """How to look ahead, and how far."""

    search: str | None
    seconds: float | None
    depth: int | None
    nodes: int | None
    threads: int | None
    seed: int | None
    interpreted: bool

    def thinker(
        self,
        game: Game[Any],
        otherwise: Limit = A_SECOND,
        default: Callable[[Game[Any]], Search] = fitting_search,
    ) -> Searcher:
        """Who looks ahead in this game; `otherwise` is the limit where none was given."""
        limit = Limit(self.seconds, self.depth, self.nodes)
        return Searcher(
            game,
            self._chosen_search(game, default),
            otherwise if limit == Limit() else limit,
            compiled=False if self.interpreted else None,
        )

    def _chosen_search(self, game: Game[Any], default: Callable[[Game[Any]], Search]) -> Search:
        search = default(game) if self.search is None else named(self.search)
        search.require(game)
        return self._seeded(_with_threads(search, self.threads, self.interpreted))

    def _seeded(self, search: Search) -> Search:
        """Where nothing else was said, `--seed` is also the seed of a search that has one."""
        if self.seed is None or "seed=" in (self.search or "") or not hasattr(search, "seed"):
            return search
        return dataclasses.replace(search, seed=self.seed)  # type: ignore[type-var]


SomeSearch = TypeVar("SomeSearch", bound=Search)


def _with_threads(search: SomeSearch, threads: int | None, interpreted: bool) -> SomeSearch:
    """The search with `--threads`, which only the engine takes, and only compiled."""
    if threads is None:
        return search
    if threads < 1:
        raise OutplyError(f"--threads is {threads}; give 1 or more.")
    if threads > 1 and not hasattr(search, "threads"):
        raise OutplyError(f"--threads is {threads}; give 1, {search.name} uses one thread.")
    if threads > 1 and interpreted:
        raise OutplyError(f"--threads is {threads}; give 1, what is interpreted uses one thread.")
    return dataclasses.replace(search, threads=threads) if hasattr(search, "threads") else search  # type: ignore[type-var]


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip().isidentifier():
        raise OutplyError(f"{text!r} is not a parameter of a game; write --set name=value.")
    return name.strip(), parameter_value(value)


# -- decorators -----------------------------------------------------------------------


def _bundled(name: str, made: Callable[..., Any], *options: Decorator) -> Decorator:
    """The options, which reach the command as the one argument `name`."""
    parts = [field.name for field in dataclasses.fields(made)]  # type: ignore[arg-type]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def bundling(**given: Any) -> Any:
            bundle = made(**{part: given.pop(part) for part in parts})
            return command(**{name: bundle}, **given)

        decorated: Callable[..., Any] = bundling
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


rules_options = _bundled(
    "rules",
    Rules,
    click.argument("game"),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="A parameter of the game, as in columns=8; may be repeated.",
    ),
)

place_options = _bundled(
    "place",
    Place,
    click.option("--position", metavar="TEXT", help="The position, as people write it."),
    click.option("--moves", metavar="TEXT", help="Moves played, from the start or the position."),
)

_SECONDS = click.option("--seconds", type=float, help="How long to look ahead.")
_NODES = click.option("--nodes", type=int, help="How many nodes to visit.")
_THREADS = click.option(
    "--threads", type=int, help="How many threads the engine uses.  [default: 1]"
)
_INTERPRETED = click.option("--interpreted", is_flag=True, help="Do not compile.")

thinking_options = _bundled(
    "thinking",
    Thinking,
    click.option("--search", metavar="NAME[:KEY=VALUE,...]", help="Which search looks ahead."),
    _SECONDS,
    click.option("--depth", type=int, help="How many plies to look ahead."),
    _NODES,
    _THREADS,
    click.option("--seed", type=int, help="The seed of all that is random."),
    _INTERPRETED,
)

_MEGABYTES = click.option(
    "--megabytes", type=int, help="How large the engine's table is.  [default: 64]"
)

effort_options = _bundled("effort", Effort, _SECONDS, _NODES, _THREADS, _MEGABYTES, _INTERPRETED)

file_option = click.option(
    "--file",
    type=click.File(encoding="utf-8-sig", errors="replace"),
    help="Many positions, one a line (- is stdin), answered with one JSON document a line.",
)

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Answer with one JSON document, for programs."
)
