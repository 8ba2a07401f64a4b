"""What the end of a path is worth."""

from __future__ import annotations

from typing import Any

from outply.game import Game
from outply.search.genetic.population import Population
from outply.search.watch import Watch

__all__ = ["guessed", "worth"]

NOISE = 4  # plies of noisy moves, at most


def worth(game: Game[Any], state: Any, player: int, watch: Watch, people: Population) -> float:
    """The truth where the game is over, and a guess elsewhere; of a noisy position, when quiet."""
    if game.is_terminal(state):
        return watch.truth(game.utility(state, player))
    if people.wait_for_quiet():
        return watch.guess(when_quiet(game, state, player, NOISE))
    return watch.guess(game.evaluate(state, player))


def guessed(game: Game[Any], state: Any, player: int) -> float:
    """Without a look ahead."""
    return game.utility(state, player) if game.is_terminal(state) else game.evaluate(state, player)


def when_quiet(game: Game[Any], state: Any, player: int, plies: int) -> float:
    """Minimax over noisy moves, each of which the players may leave."""
    if game.is_terminal(state):
        return game.utility(state, player)
    value = game.evaluate(state, player)
    if plies > 0:
        sign = 1.0 if game.to_move(state) == player else -1.0
        for move in game.noisy_moves(state):
            found = when_quiet(game, game.result(state, move), player, plies - 1)
            if found * sign > value * sign:
                value = found
    return value
