"""What the end of a path is worth."""

from __future__ import annotations

from typing import Any

from outply.game import Game
from outply.search.genetic.population import Population
from outply.search.watch import Watch

__all__ = ["at_end", "at_sight", "worth"]

NOISE = 4  # plies of noisy moves, at most


def worth(game: Game[Any], state: Any, player: int, watch: Watch, people: Population) -> float:
    """The truth where the game is over, and a guess elsewhere."""
    value = at_end(game, state, player, people)
    return watch.truth(value) if game.is_terminal(state) else watch.guess(value)


def at_end(game: Game[Any], state: Any, player: int, people: Population) -> float:
    if people.wait_for_quiet():
        return when_quiet(game, state, player, NOISE)
    return at_sight(game, state, player)


def at_sight(game: Game[Any], state: Any, player: int) -> float:
    """Without a look ahead."""
    return game.utility(state, player) if game.is_terminal(state) else game.evaluate(state, player)


def when_quiet(game: Game[Any], state: Any, player: int, plies: int) -> float:
    """Minimax over noisy moves, each of which the players may leave."""
    value = at_sight(game, state, player)
    if plies > 0 and not game.is_terminal(state):
        sign = 1.0 if game.to_move(state) == player else -1.0
        for move in game.noisy_moves(state):
            found = when_quiet(game, game.result(state, move), player, plies - 1)
            if found * sign > value * sign:
                value = found
    return value
