"""Players made from searches, and the search that fits a game."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from outply.game import CHANCE, Game, OutplyError
from outply.search import Limit, Search, named
from outply.search.cfr import CFR
from outply.search.engine import Engine
from outply.search.expectiminimax import Expectiminimax
from outply.search.maxn import MaxN
from outply.search.mcts import MCTS
from outply.search.pimc import PIMC
from outply.search.star import Star2

__all__ = ["Fitting", "best_move", "fitting", "fitting_search", "player"]


class Fitting(NamedTuple):
    """A search that fits a game, and the reason in a sentence without its period."""

    search: Search
    reason: str


FITTING = (
    (Engine(), "the engine is the strongest search for two players without chance"),
    (Star2(), "star2 is the strongest search for two players with chance"),
    (MaxN(), "maxn searches for every player's own value"),
    (Expectiminimax(), "expectiminimax searches for several players with chance"),
    (CFR(), "cfr finds a strategy for hidden information"),
    (PIMC(), "pimc samples what is hidden"),
    (MCTS(), "mcts plays every game"),
)  # strongest first
SHORT = 20  # plies, which the engine searches to the end
FEW_STATES = 1000
SIMULATIONS = Fitting(
    MCTS(), "the game defines no evaluate, and simulations play better than a search without one"
)


def fitting_search(game: Game[Any]) -> Search:
    """Return the search that plays this game best."""
    return fitting(game).search


def fitting(game: Game[Any]) -> Fitting:
    """The search that plays this game best, and why: docs/which-search.md has the matches."""
    if game.traits.players == 2 and not game.traits.hidden and _is_blind(game):
        return SIMULATIONS
    for search, reason in FITTING:
        if _can_play(search, game):
            return Fitting(search, reason)
    players = game.traits.players
    raise OutplyError(f"No search fits {game.name}, for {players} players; name one: random.")


def _is_blind(game: Game[Any]) -> bool:
    """Whether a search to a depth sees nothing but wins and losses, which are far away."""
    rules: Any = type(game)
    knowledge = ("evaluate", "order", "bounds")
    if any(getattr(rules, name) is not getattr(Game, name) for name in knowledge):
        return False
    try:
        return game.plies_left(game.initial()) > SHORT and not _is_small(game)
    except Exception:
        return False  # the search will report what is wrong with the rules


def _is_small(game: Game[Any]) -> bool:
    """Whether few states can be reached, so that the engine searches all of them."""
    states, seen = [game.initial()], {game.initial()}
    for state in states:
        if game.is_terminal(state):
            continue
        is_chance = game.to_move(state) == CHANCE
        moves = [move for move, _ in game.outcomes(state)] if is_chance else game.moves(state)
        new = {game.result(state, move) for move in moves} - seen
        states.extend(new)
        seen |= new
        if len(seen) > FEW_STATES:
            return False
    return True


def _can_play(search: Search, game: Game[Any]) -> bool:
    try:
        search.require(game)
    except OutplyError:
        return False
    return True


def player(search: Search | str, limit: Limit) -> Callable[[Game[Any], Any], int]:
    """Return a player that runs `search` within `limit` at each of its turns.

    Ctrl-C during a search ends the game, not only the search. In a game with hidden information,
    a search with a seed gets a new one at each turn.
    """
    chosen = named(search) if isinstance(search, str) else search
    turns = itertools.count()

    def choose(game: Game[Any], state: Any) -> Any:
        if not game.is_terminal(state) and game.to_move(state) == CHANCE:
            raise OutplyError(f"Chance is to move in {game.name}; apply one of its outcomes first.")
        seed = getattr(chosen, "seed", None)
        seeded = chosen
        if seed is not None and game.traits.hidden:
            seeded = replace(chosen, seed=seed + next(turns))  # type: ignore[type-var]
        result = seeded.search(game, state, limit)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.move is None:
            raise OutplyError(f"{game.name} is over; there is no move to choose.")
        return result.move

    return choose


def best_move(
    game: Game[Any],
    state: Any,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
) -> int:
    """Return the move of the search that fits the game; by default it gets one second."""
    if seconds is None and depth is None and nodes is None:
        seconds = 1.0
    return player(fitting_search(game), Limit(seconds, depth, nodes))(game, state)
