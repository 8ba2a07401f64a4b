"""The games and searches that a page can choose from."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import outply
from outply import games, search
from outply.game import Game, OutplyError
from outply.parameters import parameter_defaults, parameter_kinds
from outply.play.default_search import fitting_search
from outply.search import Search
from outply.web.allowed_settings import CHOICES, given_settings
from outply.web.error_messages import fault_of
from outply.web.file_watch import folder_stamp
from outply.web.game_names import file_of
from outply.web.messages import GameInfo, ParameterInfo, SearchInfo, Welcome
from outply.web.time_limits import time_limit

__all__ = ["Catalogue"]

MOST_LOADED = 64  # games, with all their settings
MOST_LOADINGS = 3  # of a file that changes while it is loaded
LOADING_SECONDS = 5.0
CHOOSING_SECONDS = 2.0

RECORDING = (
    "alphabeta",
    "alphabeta-negamax",
    "expectiminimax",
    "genetic",
    "mcts",
    "minimax",
    "negamax",
    "negascout",
)
"""The searches whose trees are shown."""


@dataclass
class Catalogue:
    """The installed games, and those named on the command line: `files`, by their names.

    A worker process loads a game once for each of its settings; when a file changes, the server
    starts other workers.
    """

    files: dict[str, str]
    _loaded: dict[str, Game[Any]] = field(default_factory=dict)

    @cached_property
    def _shipped(self) -> list[str]:
        return [name for name in games.names() if name not in self.files]

    def load(self, name: str, settings: dict[str, Any]) -> Game[Any]:
        """The game with these settings."""
        if name not in self.files and name not in self._shipped:
            raise OutplyError(f"There is no game {name!r} on this server.")
        game = self._load(name, {})
        if not settings:
            return game
        return self._load(name, given_settings(name, parameter_defaults(game), settings))

    def _load(self, name: str, settings: dict[str, Any]) -> Game[Any]:
        key = f"{name} {sorted(settings.items())!r}"
        if key not in self._loaded:
            if len(self._loaded) > MOST_LOADED:
                self._loaded.clear()
            self._loaded[key] = _loaded_whole(self.files.get(name, name), settings)
        return self._loaded[key]

    def welcome(self, number: int) -> Welcome:
        """The answer to a page's first request, with the installed games only.

        Files may hang or end the process: the server asks for each of them alone.
        """
        from outply.web.trees import examples

        return Welcome(
            id=number,
            version=outply.__version__,
            games=[self.info(name) for name in self._shipped],
            searches=[_search_info(name) for name in search.names()],
            examples=examples(),
            cores=os.cpu_count() or 1,
        )

    def info(self, name: str) -> GameInfo:
        """What a page must know of a game; its `error` if it cannot be loaded."""
        source = "file" if name in self.files else "shipped"
        try:
            with time_limit(LOADING_SECONDS, "loading the rules"):
                game = self.load(name, {})
            return _game_info(name, source, game)
        except (Exception, SystemExit) as error:
            fault = fault_of(error, None)
            return GameInfo(name=name, title=_title(name), source=source, error=fault)


def _loaded_whole(source: str, settings: dict[str, Any]) -> Game[Any]:
    """The game, loaded again if its file was saved, and so half written, while it was loaded."""
    file = file_of(source)
    for _ in range(MOST_LOADINGS - 1):
        stamp = folder_stamp(file) if file else ()
        try:
            return games.load(source, **settings)
        except OutplyError:
            if file is None or folder_stamp(file) == stamp:
                raise
    return games.load(source, **settings)


def _game_info(name: str, source: str, game: Game[Any]) -> GameInfo:
    traits = game.traits
    refusals = {each: search.named(each).refusal(traits) for each in search.names()}
    return GameInfo(
        name=name,
        title=_title(game.name),
        source=source,
        summary=(type(game).__doc__ or "").strip().partition("\n")[0],
        parameters=_parameters(game),
        players=traits.players,
        chance=traits.chance,
        hidden=traits.hidden,
        has_board=type(game).board is not Game.board,
        default_search=_default_search(game),
        refused={each: why for each, why in refusals.items() if why},
    )


def _default_search(game: Game[Any]) -> str:
    """The search that fits a game; looking for it calls the rules, which may raise or hang."""
    try:
        with time_limit(CHOOSING_SECONDS, "choosing a search"):
            return fitting_search(game).name
    except Exception:
        return "mcts"


def _search_info(name: str) -> SearchInfo:
    found = search.named(name)
    return SearchInfo(
        name=name,
        summary=(type(found).__doc__ or "").strip().partition("\n")[0],
        parameters=_parameters(found),
        records_trees=name in RECORDING,
    )


def _parameters(owner: Game[Any] | Search) -> list[ParameterInfo]:
    """The parameters that a page may set."""
    kinds, defaults = parameter_kinds(type(owner)), parameter_defaults(owner)
    return [
        ParameterInfo(
            name=name,
            kind=getattr(kind, "__name__", str(kind)),
            default=defaults[name],
            choices=list(CHOICES.get(name, ())) if defaults[name] == "" else [],
        )
        for name, kind in kinds.items()
        if defaults[name] != "" or name in CHOICES
    ]


def _title(name: str) -> str:
    """`Connect Four` of `connect-four`."""
    return name.removesuffix(".py").replace("-", " ").replace("_", " ").title()
