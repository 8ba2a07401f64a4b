"""Alpha-beta pruning, in MAX/MIN form and in negamax form.

Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6
(1975); fail-soft after Fishburn (1983).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import INFINITY, MAX, Game
from outply.search.base import Window
from outply.search.depth import TwoPlayerDepthSearch
from outply.search.watch import Watch

__all__ = ["AlphaBeta", "AlphaBetaNegamax", "alphabeta", "alphabeta_negamax", "narrowed"]


def alphabeta(
    game: Game[Any], state: Any, depth: int, player: int, alpha: float, beta: float, watch: Watch
) -> float:
    """The value v of `state` to a player whom all others work against, as far as needed.

    The player already has alpha elsewhere and the others have beta. Returns v exactly if
    alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v if r >= beta.
    """
    watch.enter(state, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.truth(game.utility(state, player))
    if depth == 0:
        return watch.guess(game.evaluate(state, player))
    my_turn = game.to_move(state) == player
    value = -INFINITY if my_turn else INFINITY
    for move in game.moves(state):
        child = alphabeta(game, game.result(state, move), depth - 1, player, alpha, beta, watch)
        if (child > value) if my_turn else (child < value):
            value = child
            watch.better(depth, move)
        alpha, beta = narrowed(alpha, beta, value, my_turn)
        if alpha >= beta:
            watch.cut()
            break
    return watch.value(value)


def narrowed(alpha: float, beta: float, value: float, my_turn: bool) -> Window:
    """The window after a child: MAX raises alpha to the best value so far, MIN lowers beta."""
    return Window(max(alpha, value), beta) if my_turn else Window(alpha, min(beta, value))


def alphabeta_negamax(
    game: Game[Any], state: Any, depth: int, alpha: float, beta: float, watch: Watch
) -> float:
    """The value v of `state` to the player to move, fail-soft.

    Returns v exactly if alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v
    if r >= beta. The bound is the best one seen, not clipped to the window.
    """
    watch.enter(state, depth, alpha, beta)
    player = game.to_move(state)
    if game.is_terminal(state):
        return watch.truth(game.utility(state, player))
    if depth == 0:
        return watch.guess(game.evaluate(state, player))
    value = -INFINITY
    for move in game.moves(state):
        after = game.result(state, move)
        if game.to_move(after) == player:
            child = alphabeta_negamax(game, after, depth - 1, alpha, beta, watch)
        else:
            child = -alphabeta_negamax(game, after, depth - 1, -beta, -alpha, watch)
        if child > value:
            value = child
            watch.better(depth, move)
        alpha = max(alpha, value)
        if alpha >= beta:
            watch.cut()
            break
    return watch.value(value)


@dataclass(frozen=True)
class AlphaBeta(TwoPlayerDepthSearch):
    """Minimax's answer without the lines that cannot change it."""

    name: ClassVar[str] = "alphabeta"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
        value = alphabeta(game, state, depth, MAX, -INFINITY, INFINITY, watch)
        return value if game.to_move(state) == MAX else -value


@dataclass(frozen=True)
class AlphaBetaNegamax(TwoPlayerDepthSearch):
    """Alpha-beta with one rule for both players, fail-soft."""

    name: ClassVar[str] = "alphabeta-negamax"
    values_for: ClassVar[str] = "mover"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
        return alphabeta_negamax(game, state, depth, -INFINITY, INFINITY, watch)
