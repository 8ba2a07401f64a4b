"""Nodes that need no table: at the horizon, one ply before it, and near the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from outply.game import INFINITY, Game
from outply.search.base import Window
from outply.search.engine.memory import Memory
from outply.search.engine.windows_and_values import ValueArithmetic

__all__ = ["UNKNOWN", "LeafSearch"]

UNKNOWN = -INFINITY
"""Stands for no value; no state is worth so little."""


@dataclass(frozen=True, kw_only=True)
class LeafSearch(ValueArithmetic):
    def leaf_value(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        window: Window,
        remaining: int,
        memory: Memory,
    ) -> float:
        """The value of `state` as far as the window asks, if it needs no table; else UNKNOWN."""
        value = self.static_value(game, state, depth, window, remaining, memory)
        if value != UNKNOWN:
            return value
        if depth == 1:
            return self.frontier(game, state, window, remaining, memory)
        if self.is_tail(game, state, depth):
            return self.solve_tail(game, state, window, remaining, memory)
        return UNKNOWN

    def static_value(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        window: Window,
        remaining: int,
        memory: Memory,
    ) -> float:
        """The value of `state` if it is over, decided or at the horizon; else UNKNOWN."""
        alpha, beta = window
        watch, player = memory.watch, game.to_move(state)
        if game.is_terminal(state):
            watch.enter(state, remaining, alpha, beta)
            return self.end_value(game, state, memory.root, watch)
        low, high = self.bounds(game, state, player, memory.root)
        if (low >= beta or low == high) and self.is_within(low, depth):
            return watch.foreseen(state, remaining, alpha, beta, low)
        if high <= alpha and self.is_within(high, depth):
            return watch.foreseen(state, remaining, alpha, beta, high)
        if depth == 0 or remaining == 0:
            watch.enter(state, remaining, alpha, beta)
            return watch.evaluation(game.evaluate(state, player))
        return UNKNOWN

    def frontier(
        self, game: Game[Any], state: Any, window: Window, remaining: int, memory: Memory
    ) -> float:
        """The value of an undecided `state` one ply before the horizon."""
        memory.watch.enter(state, remaining, window.alpha, window.beta)
        if not game.selective:
            return self.best_leaf(game, state, window, remaining, memory, True)
        best = self.best_leaf(game, state, window, remaining, memory, False)
        if self.is_lost(best):
            return self.best_leaf(game, state, window, remaining, memory, True)
        if best < window.beta:
            memory.watch.relies_on_estimate()
        return best

    def best_leaf(
        self,
        game: Game[Any],
        state: Any,
        window: Window,
        remaining: int,
        memory: Memory,
        try_all: bool,
    ) -> float:
        """The best value after one ply, of all moves or of the candidates."""
        best, player = -INFINITY, game.to_move(state)
        for move in self.leaf_moves(game, state, try_all):
            after = game.result(state, move)
            same_player = game.to_move(after) == player
            below = self.child_window(max(window.alpha, best), window.beta, same_player)
            value = self.static_value(game, after, 0, below, remaining - 1, memory)
            value = self.parent_value(value, same_player)
            if value > best:
                best = value
                self.note_best(value, window, remaining, move, memory.watch)
                if value >= window.beta:
                    break
        return memory.watch.value(best)

    def leaf_moves(self, game: Game[Any], state: Any, try_all: bool) -> Iterator[int]:
        """All moves, or the candidates of a game that leaves out others than losing moves."""
        if game.selective and not try_all:
            yield from game.candidates(state)
        else:
            yield from game.moves(state)

    def is_tail(self, game: Game[Any], state: Any, depth: int) -> bool:
        """Whether so few plies are left that `solve_tail` reaches the end, every other a pass."""
        left = game.plies_left(state)
        return left <= game.tail_plies and 2 * left < depth and not game.selective

    def solve_tail(
        self, game: Game[Any], state: Any, window: Window, remaining: int, memory: Memory
    ) -> float:
        """The value of a `state` so near the end that neither order nor bounds pay."""
        memory.watch.enter(state, remaining, window.alpha, window.beta)
        best, player = -INFINITY, game.to_move(state)
        for move in game.candidates(state):
            after = game.result(state, move)
            same_player = game.to_move(after) == player
            below = self.child_window(max(window.alpha, best), window.beta, same_player)
            value = self.solve_tail(game, after, below, remaining - 1, memory)
            value = self.parent_value(value, same_player)
            if value > best:
                best = value
                self.note_best(value, window, remaining, move, memory.watch)
                if value >= window.beta:
                    break
        if best == -INFINITY and game.is_terminal(state):
            return self.end_value(game, state, memory.root, memory.watch)
        return memory.watch.value(best)
