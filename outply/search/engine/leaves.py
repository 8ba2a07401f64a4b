"""Where the engine needs no table: at the horizon, one ply before it, and near the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.game import INFINITY, Game
from outply.search.engine.desk import Desk
from outply.search.engine.values import Values
from outply.search.watch import Watch

__all__ = ["Leaves"]

UNKNOWN = float("nan")


@dataclass(frozen=True, kw_only=True)
class Leaves(Values):
    quiescence: bool = False

    def shallow(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        alpha: float,
        beta: float,
        height: int,
        watch: Watch,
        desk: Desk,
    ) -> float:
        """The value of `state` as far as the window asks, if that is easy; else NaN."""
        value = self.glance(game, state, depth, alpha, beta, height, watch, desk)
        if value == value:
            return value
        if depth == 1:
            return self.frontier(game, state, alpha, beta, height, watch, desk)
        if self.is_near_the_end(game, state, depth):
            return self.plain(game, state, alpha, beta, height, watch, desk)
        return UNKNOWN

    def glance(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        alpha: float,
        beta: float,
        height: int,
        watch: Watch,
        desk: Desk,
    ) -> float:
        """The value of `state` if no move needs to be made for it; else NaN."""
        player = game.to_move(state)
        if game.is_terminal(state):
            watch.enter(state, height, alpha, beta)
            return watch.truth(self.utility(game, state, player, desk))
        low, high = self.reach(game, state, player, desk)
        if (low >= beta or low == high) and self.is_in_sight(low, depth):
            return watch.foreseen(state, height, alpha, beta, low)
        if high <= alpha and self.is_in_sight(high, depth):
            return watch.foreseen(state, height, alpha, beta, high)
        if depth == 0 or height == 0:
            if self.quiescence:
                return self.quiet(game, state, alpha, beta, height, watch, desk)
            watch.enter(state, height, alpha, beta)
            return watch.guess(game.evaluate(state, player))
        return UNKNOWN

    def quiet(
        self,
        game: Game[Any],
        state: Any,
        alpha: float,
        beta: float,
        height: int,
        watch: Watch,
        desk: Desk,
    ) -> float:
        """The value of `state` when noisy moves may still be made, or none at all."""
        watch.enter(state, height, alpha, beta)
        player = game.to_move(state)
        if game.is_terminal(state):
            return watch.truth(self.utility(game, state, player, desk))
        best = game.evaluate(state, player)
        if best >= beta or height == 0:
            return watch.guess(best)
        for move in game.noisy_moves(state):
            after = game.result(state, move)
            same = game.to_move(after) == player
            low, high = self.after(max(alpha, best), beta, same)
            value = self.quiet(game, after, low, high, height - 1, watch, desk)
            value = self.before(value, same)
            if value > best:
                best = value
                watch.better(height, move)
                if value >= beta:
                    break
        return watch.guess(best)

    def frontier(
        self,
        game: Game[Any],
        state: Any,
        alpha: float,
        beta: float,
        height: int,
        watch: Watch,
        desk: Desk,
    ) -> float:
        """The value of an undecided `state` one ply before the horizon."""
        watch.enter(state, height, alpha, beta)
        player = game.to_move(state)
        best = -INFINITY
        for move in game.moves(state):
            after = game.result(state, move)
            same = game.to_move(after) == player
            low, high = self.after(max(alpha, best), beta, same)
            value = self.glance(game, after, 0, low, high, height - 1, watch, desk)
            value = self.before(value, same)
            if value > best:
                best = value
                if value > alpha:
                    watch.better(height, move)
                if value >= beta:
                    watch.cut()
                    break
        return watch.value(best)

    def is_near_the_end(self, game: Game[Any], state: Any, depth: int) -> bool:
        """Whether a plain search does, and reaches the end, even if every other move is a pass."""
        left = game.plies_left(state)
        return left <= game.plain_plies and 2 * left < depth

    def plain(
        self,
        game: Game[Any],
        state: Any,
        alpha: float,
        beta: float,
        height: int,
        watch: Watch,
        desk: Desk,
    ) -> float:
        """The value of a `state` that is so near the end that neither order nor bounds pay."""
        watch.enter(state, height, alpha, beta)
        player = game.to_move(state)
        best = -INFINITY
        for move in game.candidates(state):
            after = game.result(state, move)
            same = game.to_move(after) == player
            low, high = self.after(max(alpha, best), beta, same)
            value = self.plain(game, after, low, high, height - 1, watch, desk)
            value = self.before(value, same)
            if value > best:
                best = value
                if value > alpha:
                    watch.better(height, move)
                if value >= beta:
                    watch.cut()
                    break
        if best == -INFINITY and game.is_terminal(state):
            return watch.truth(self.utility(game, state, player, desk))
        return watch.value(best)
