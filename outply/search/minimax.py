"""Minimax, in MAX/MIN form, which asks whose turn it is, and in negamax form.

Sources: Shannon, "Programming a Computer for Playing Chess" (1950); Russell and Norvig,
*Artificial Intelligence: A Modern Approach*, chapter on adversarial search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import INFINITY, Game
from outply.search.depth import CoalitionSearch, TwoPlayerDepthSearch, from_the_mover, protagonist
from outply.search.watch import Watch

__all__ = ["Minimax", "Negamax", "minimax", "negamax"]


def minimax(game: Game[Any], state: Any, depth: int, player: int, watch: Watch) -> float:
    """The value of `state` to a player whom all others work against, `depth` plies ahead."""
    watch.enter(state, depth)
    if game.is_terminal(state):
        return watch.utility(game.utility(state, player))
    if depth == 0:
        return watch.evaluation(game.evaluate(state, player))
    my_turn = game.to_move(state) == player
    value = -INFINITY if my_turn else INFINITY
    for move in game.moves(state):
        child = minimax(game, game.result(state, move), depth - 1, player, watch)
        if (child > value) if my_turn else (child < value):
            value = child
            watch.better(depth, move)
    return watch.value(value)


def negamax(game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
    """The value of `state` to the player to move, looking `depth` plies ahead."""
    watch.enter(state, depth)
    player = game.to_move(state)
    if game.is_terminal(state):
        return watch.utility(game.utility(state, player))
    if depth == 0:
        return watch.evaluation(game.evaluate(state, player))
    value = -INFINITY
    for move in game.moves(state):
        after = game.result(state, move)
        child = negamax(game, after, depth - 1, watch)
        if game.to_move(after) != player:
            child = -child
        if child > value:
            value = child
            watch.better(depth, move)
    return watch.value(value)


@dataclass(frozen=True)
class Minimax(CoalitionSearch):
    """Looks at every line to the depth limit; the oracle of everything faster.

    Of more than two players, it takes all others for one player's opponents.
    """

    name: ClassVar[str] = "minimax"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
        player = protagonist(game, state)
        value = minimax(game, state, depth, player, watch)
        return from_the_mover(game, state, player, value)


@dataclass(frozen=True)
class Negamax(TwoPlayerDepthSearch):
    """Minimax with one rule for both players: my value is the negative of yours."""

    name: ClassVar[str] = "negamax"
    values_for: ClassVar[str] = "mover"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
        return negamax(game, state, depth, watch)
