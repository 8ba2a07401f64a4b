"""The search that fits a game, according to the matches in docs/which-search.md.

`outply play`, `outply analyze` and `best_move` use it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from outply.game import CHANCE, Game, OutplyError
from outply.search import Search
from outply.search.base import require_game
from outply.search.cfr import CFR
from outply.search.engine import Engine
from outply.search.expectiminimax import Expectiminimax
from outply.search.maxn import MaxN
from outply.search.mcts import MCTS
from outply.search.pimc import PIMC
from outply.search.star import Star2

__all__ = ["Fitting", "fitting", "fitting_search"]


class Fitting(NamedTuple):
    """A search that fits a game, and the reason, as a clause that follows the search's name."""

    search: Search
    reason: str


FITTING = (
    (Engine(), "the strongest search for two players without chance"),
    (Star2(), "it searches every outcome of chance, and prunes"),
    (MaxN(), "it searches for every player's own value"),
    (Expectiminimax(), "it searches for several players with chance"),
    (CFR(), "it finds a strategy for hidden information"),
    (PIMC(), "it samples what is hidden"),
    (MCTS(), "it plays every game"),
)  # the first that can play the game is taken
SHORT = 20  # plies, which the engine searches to the end
FEW_STATES = 10_000
SIMULATIONS = Fitting(
    MCTS(), "the game defines no evaluate, and simulations play better than a search without one"
)


def fitting_search(game: Game[Any]) -> Search:
    """Return the search that fits this game."""
    return fitting(game).search


def fitting(game: Game[Any]) -> Fitting:
    """The search that fits this game, and why: docs/which-search.md has the matches."""
    require_game(game)
    if game.traits.players == 2 and not game.traits.hidden and _lacks_evaluation(game):
        return SIMULATIONS
    for search, reason in FITTING:
        if _can_play(search, game):
            return Fitting(search, reason)
    players = game.traits.players
    raise OutplyError(f"No search fits {game.name}, for {players} players; name one: random.")


def _lacks_evaluation(game: Game[Any]) -> bool:
    """Whether a search to a depth sees nothing but wins and losses, which are far away."""
    rules: Any = type(game)
    knowledge = ("evaluate", "order", "bounds")
    if any(getattr(rules, name) is not getattr(Game, name) for name in knowledge):
        return False
    try:
        return game.plies_left(game.initial()) > SHORT and not _is_small(game)
    except Exception:
        return False  # the search will report what is wrong with the rules


@lru_cache(maxsize=64)
def _is_small(game: Game[Any]) -> bool:
    """Whether few states can be reached, so that a search sees all of them."""
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
