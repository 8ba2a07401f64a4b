"""The players of a match: a search or a function, with its name and its limit."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any

from outply.game import CHANCE, Game, OutplyError
from outply.parameters import parameter_kinds, parameter_value
from outply.play.default_search import fitting_search
from outply.play.match import Player, draw_outcome
from outply.play.searcher import Searcher
from outply.play.time_control import parse_clock
from outply.search import PROTOCOLS, Limit, Result, Search, named

__all__ = [
    "FITTING",
    "ArenaPlayer",
    "parse_limit",
    "parse_player",
    "run_search",
    "warm_up",
    "warm_up_all",
    "with_unique_names",
]

FITTING = "fitting"
"""The name that stands for the search that fits the game."""

LIMIT_NAMES = tuple(field.name for field in dataclasses.fields(Limit))
WARM_UP_SECONDS = 0.05  # of a search whose result is discarded


@dataclass(frozen=True)
class ArenaPlayer:
    """A player of a match; its agent is a search or a function `(game, state) -> move`.

    If `vary_seed` is true, the match gives the search another seed in each game. Otherwise a search
    that plays at random would play the same in every game.
    """

    name: str
    agent: Search | Player
    limit: Limit
    vary_seed: bool = False

    def with_seed(self, seed: int) -> ArenaPlayer:
        """Return the player with this seed, if the match may choose its seed."""
        if not self.vary_seed:
            return self
        agent = dataclasses.replace(self.agent, seed=seed)  # type: ignore[type-var]
        return dataclasses.replace(self, agent=agent)


def with_unique_names(players: Iterable[ArenaPlayer]) -> list[ArenaPlayer]:
    """Number the players that share a name: `engine`, `engine (2)`.

    The first player with a name keeps it, and no player gets a name that another was given.
    """
    given = list(players)
    names, taken = {player.name for player in given}, set[str]()
    renamed = []
    for player in given:
        name = player.name if player.name not in taken else _free_name(player.name, names | taken)
        taken.add(name)
        renamed.append(dataclasses.replace(player, name=name))
    return renamed


def _free_name(name: str, taken: set[str]) -> str:
    candidates = (f"{name} ({number})" for number in count(2))
    return next(candidate for candidate in candidates if candidate not in taken)


# -- parsing ---------------------------------------------------------------------------


def parse_player(text: str, game: Game[Any], limit: Limit) -> ArenaPlayer:
    """Parse `NAME[:key=value,…]`; the name is that of a search, or `fitting`.

    If `seconds`, `depth`, `nodes` and `clock` are not parameters of the search, they are the
    player's own limit and replace that of the match.
    """
    name, _, rest = text.partition(":")
    parts = [part for part in rest.split(",") if part]
    if name in PROTOCOLS:
        return _parse_engine(text, name, parts, game, limit)
    search = fitting_search(game) if name == FITTING else named(name)
    own_limit = [part for part in parts if _is_limit(part, search)]
    parameters = [part for part in parts if part not in own_limit]
    if parameters:
        search = named(f"{search.name}:{','.join(parameters)}")
    search.require(game)
    vary_seed = hasattr(search, "seed") and not any(_key(part) == "seed" for part in parameters)
    return ArenaPlayer(text, search, parse_limit(own_limit) if own_limit else limit, vary_seed)


def _parse_engine(
    text: str, protocol: str, parts: list[str], game: Game[Any], limit: Limit
) -> ArenaPlayer:
    """Parse another program's engine, `uci:PATH[,Option=Value…]`."""
    own_limit = [part for part in parts[1:] if _key(part) in LIMIT_NAMES]
    options = [part for part in parts if part not in own_limit]
    search = named(f"{protocol}:{','.join(options)}")
    search.require(game)
    return ArenaPlayer(text, search, parse_limit(own_limit) if own_limit else limit)


def _is_limit(part: str, search: Search) -> bool:
    return _key(part) in LIMIT_NAMES and _key(part) not in parameter_kinds(type(search))


def _key(part: str) -> str:
    return part.partition("=")[0].strip()


def parse_limit(parts: Iterable[str]) -> Limit:
    """Parse `seconds=0.1`, `depth=4`, `nodes=1000`, `clock=10s+0.1s`."""
    values: dict[str, Any] = {}
    for part in parts:
        name, value = _key(part), part.partition("=")[2]
        if name not in LIMIT_NAMES or not value:
            raise OutplyError(f"{name!r} is not a limit; write seconds=, depth=, nodes= or clock=.")
        values[name] = parse_clock(value) if name == "clock" else parameter_value(value)
    return Limit(**values)


# -- warm-up: compile and load a search before its clock runs --------------------------


def warm_up_all(
    players: Iterable[ArenaPlayer], game: Game[Any], state: Any, compiled: bool | None
) -> None:
    """Warm up each player in this process, so that all processes find its compiled code.

    A search that refuses its limit raises an error here; other errors are reported with the games
    that are lost by them.
    """
    state = _first_turn(game, state)
    for player in players if state is not None else ():
        try:
            warm_up(player, game, state, compiled)
        except OutplyError:
            raise
        except Exception:  # noqa: S110
            pass


def _first_turn(game: Game[Any], state: Any) -> Any:
    """Return a state in which a player is to move; None if only chance ever moves."""
    rng = random.Random(0)
    while not game.is_terminal(state):
        if game.to_move(state) != CHANCE:
            return state
        state = game.result(state, draw_outcome(game, state, rng))
    return None


def warm_up(player: ArenaPlayer, game: Game[Any], state: Any, compiled: bool | None) -> None:
    """Run a short search and discard its result: it compiles what is missing, or refuses."""
    if isinstance(player.agent, Search):
        limit = dataclasses.replace(player.limit, seconds=WARM_UP_SECONDS)
        run_search(Searcher(game, player.agent, limit, compiled), state)


def run_search(searcher: Searcher, state: Any) -> Result:
    """Run a search; Ctrl-C ends the match, not only the search."""
    if (result := searcher.run(state)).interrupted:
        raise KeyboardInterrupt
    return result
