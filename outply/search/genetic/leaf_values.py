"""The values of leaves, at the ends of paths."""

from __future__ import annotations

from typing import Any

from outply.game import Game
from outply.search.genetic.population import Population
from outply.search.watch import Watch

__all__ = ["leaf_value", "reported_value", "static_value"]

MOST_NOISY_PLIES = 4


def reported_value(
    game: Game[Any], state: Any, player: int, watch: Watch, population: Population
) -> float:
    """The value of a leaf, after reporting it to the watch as a utility or an evaluation."""
    value = leaf_value(game, state, player, population)
    return watch.utility(value) if game.is_terminal(state) else watch.evaluation(value)


def leaf_value(game: Game[Any], state: Any, player: int, population: Population) -> float:
    """The value of a leaf, by quiescence search if that is set."""
    if population.quiescence:
        return quiescence(game, state, player, MOST_NOISY_PLIES)
    return static_value(game, state, player)


def static_value(game: Game[Any], state: Any, player: int) -> float:
    """The utility of a terminal state, and the evaluation of any other."""
    return game.utility(state, player) if game.is_terminal(state) else game.evaluate(state, player)


def quiescence(game: Game[Any], state: Any, player: int, plies: int) -> float:
    """Minimax over noisy moves, each of which a player may decline."""
    value = static_value(game, state, player)
    if plies > 0 and not game.is_terminal(state):
        sign = 1.0 if game.to_move(state) == player else -1.0
        for move in game.noisy_moves(state):
            found = quiescence(game, game.result(state, move), player, plies - 1)
            if found * sign > value * sign:
                value = found
    return value
