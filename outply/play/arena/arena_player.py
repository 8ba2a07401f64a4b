"""The players of a match: a search or a function, with its name and its limit."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any

from outply.game import CHANCE, Game, OutplyError
from outply.play.match import Player, draw_outcome
from outply.play.search_texts import parse_search
from outply.play.searcher import Searcher
from outply.search import Limit, Result, Search

__all__ = [
    "ArenaPlayer",
    "parse_player",
    "run_search",
    "warm_up",
    "warm_up_all",
    "with_unique_names",
]

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


def parse_player(text: str, game: Game[Any], limit: Limit) -> ArenaPlayer:
    """Parse `NAME[:key=value,…]`; a limit of its own replaces that of the match."""
    search, own_limit, has_seed = parse_search(text, game)
    search.require(game)
    vary_seed = hasattr(search, "seed") and not has_seed
    return ArenaPlayer(text, search, own_limit or limit, vary_seed)


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
