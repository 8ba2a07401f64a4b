"""Quiescence search: from the horizon on, only noisy moves, until the position is quiet.

Which moves are noisy, such as captures, is the game's `noisy_moves`.

Sources: Shannon (1950) for the need; Harris (1975) and Beal (1990) for stand-pat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.game import INFINITY, Bits, Game
from outply.search.base import Window
from outply.search.engine.memory import SelectiveMemory
from outply.search.engine.root import Ply
from outply.search.engine.windows_and_values import ValueArithmetic
from outply.search.transposition_table import (
    EXACT,
    LOWER_BOUND,
    NO_MOVE,
    UPPER_BOUND,
    Entry,
    recalled,
)

__all__ = ["Quiescence"]


@dataclass(frozen=True, kw_only=True)
class Quiescence(ValueArithmetic):
    use_quiescence: bool
    use_checks: bool = False  # the game defines `in_check`
    use_exchanges: bool = False  # the game defines `exchange`

    def in_check(self, game: Game[Any], state: Any) -> bool:
        return self.use_checks and game.in_check(state)

    def quiescence(
        self, game: Game[Any], state: Any, window: Window, ply: Ply, memory: SelectiveMemory
    ) -> float:
        """The value of `state` if only noisy moves may follow, or none at all; fail-soft.

        In check all moves are tried, and the mover cannot stand pat.
        """
        watch, player = memory.watch, game.to_move(state)
        watch.enter(state, ply.remaining, window.alpha, window.beta)
        if game.ends_early(state):
            return self.end_value(game, state, memory.path, watch)
        key: Bits = game.key(state)
        known = memory.table.find(key)
        if self.is_enough(known, True, window):
            return recalled(known, watch)
        if ply.remaining == 0 or not self.use_quiescence:
            return watch.evaluation(game.evaluate(state, player))
        if self.in_check(game, state):
            return self.noisy_value(game, state, window, ply, -INFINITY, memory)
        static = game.evaluate(state, player)
        if static >= window.beta:
            return watch.evaluation(static)
        return self.noisy_value(game, state, window, ply, static, memory)

    def is_enough(self, known: Entry, is_deep: bool, window: Window) -> bool:
        """Whether an entry answers a window: it is deep enough, or a bound that is sure."""
        if known.value >= window.beta:
            is_bound = known.bound == LOWER_BOUND or known.bound == EXACT
            return is_bound and (is_deep or self.is_sure(known, known.value > 0.0))
        is_bound = known.bound == UPPER_BOUND or known.bound == EXACT
        is_low = known.value <= window.alpha
        return is_bound and is_low and (is_deep or self.is_sure(known, known.value < 0.0))

    def is_sure(self, known: Entry, is_end: bool) -> bool:
        """Whether a bound is the truth: no estimate was used, and a win may only come sooner."""
        return not known.estimated and (is_end or not self.is_decided(known.value))

    def noisy_value(
        self,
        game: Game[Any],
        state: Any,
        window: Window,
        ply: Ply,
        static: float,
        memory: SelectiveMemory,
    ) -> float:
        """The best of standing pat and of the noisy moves; in check (no static value), of all."""
        moves, watch, player = memory.moves, memory.watch, game.to_move(state)
        checked = static == -INFINITY
        end = self.list_noisy(game, state, ply.first, memory)
        if checked and end == ply.first:
            return self.end_value(game, state, memory.path, watch)
        best, choice, floor = static, NO_MOVE, max(window.alpha, static)
        for index in range(ply.first, end):
            move = moves.pick(index, end)
            if best > -INFINITY and not self.may_gain(game, state, move, static, floor):
                continue
            after = game.result(state, move)
            memory.table.prefetch(game.key(after))
            same_player = game.to_move(after) == player
            inner = self.child_window(floor, window.beta, same_player)
            below = Ply(ply.remaining - 1, end, 0, move)
            value = self.quiescence(game, after, inner, below, memory)
            value = self.parent_value(value, same_player)
            if value > best:
                best, choice = value, move
                floor = max(floor, value)
                self.note_best(value, window, ply.remaining, move, watch)
                if value >= window.beta:
                    break
        self.store_best_noisy(game, state, window, best, choice, memory)
        return watch.evaluation(best)

    def may_gain(self, game: Game[Any], state: Any, move: int, static: float, floor: float) -> bool:
        """Whether a noisy move may raise the value: it loses nothing, and wins enough."""
        if not self.use_exchanges or static == -INFINITY:
            return True
        gain = game.exchange(state, move)
        return gain >= 0.0 and static + gain + 2.0 * game.margin > floor

    def list_noisy(self, game: Game[Any], state: Any, first: int, memory: SelectiveMemory) -> int:
        """Put the noisy moves on the stack, rated; returns where they end. In check, all are."""
        moves, end = memory.moves, first
        for move in game.noisy_moves(state):
            moves.put(end, move)
            moves.rate(end, game.order(state, move), 0)
            end += 1
        return end

    def store_best_noisy(
        self,
        game: Game[Any],
        state: Any,
        window: Window,
        best: float,
        choice: int,
        memory: SelectiveMemory,
    ) -> None:
        """Store what was found, at depth 0."""
        bound = LOWER_BOUND if best >= window.beta else UPPER_BOUND
        estimated = not self.is_decided(best)
        memory.table.store(game.key(state), Entry(bound, best, choice, 0, estimated), 1)
