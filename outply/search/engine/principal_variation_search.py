"""Principal variation search with a transposition table: the engine's exact recursive search.

The selective search, with null moves and reductions, is in `selective_search.py`.

Sources: Marsland and Campbell (1982) and Reinefeld's NegaScout (1983) for the search;
Kerrigan's simplified ABDADA, after Weill (1996), for several threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import INFINITY, Bits, Game
from outply.search.base import Window
from outply.search.engine.leaves import UNKNOWN, LeafSearch
from outply.search.engine.memory import Memory
from outply.search.engine.move_ordering import ENDLESS, MoveOrdering
from outply.search.engine.move_stack import MoveStack
from outply.search.engine.root import Best, Ply
from outply.search.transposition_table import (
    NO_MOVE,
    Entry,
    answers_window,
    bound_of,
    recalled,
)

__all__ = ["PrincipalVariationSearch"]


@dataclass(frozen=True, kw_only=True)
class PrincipalVariationSearch(LeafSearch, MoveOrdering):
    is_selective: ClassVar[bool] = False

    def node(
        self, game: Game[Any], state: Any, depth: int, window: Window, ply: Ply, memory: Memory
    ) -> float:
        """The value v of an undecided `state` to its mover, fail-soft.

        Returns v exactly if alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v
        if r >= beta. At the root the moves are listed already (`ply.end`), and the best of them
        becomes the first.
        """
        watch, table = memory.watch, memory.table
        watch.enter(state, ply.remaining, window.alpha, window.beta)
        canonical = self.canonical(game, state)
        key: Bits = game.key(canonical)
        hint = NO_MOVE
        if ply.end == 0:
            known = table.find(key)
            if self.is_answer(known, depth, window):
                return recalled(known, watch)
            hint = known.move if canonical == state else NO_MOVE
        nodes, estimates = watch.entered(), watch.estimates_made()
        best = self.search_moves(game, state, depth, window, ply, hint, memory)
        if ply.end == 0 and watch.entered() > nodes:  # else it is found again as quickly
            bound = bound_of(best.value, window.alpha, window.beta)
            estimated = not self.is_decided(best.value) and watch.estimates_made() != estimates
            move = best.move if canonical == state else NO_MOVE
            entry = Entry(bound, best.value, move, depth, estimated)
            table.store(key, entry, watch.entered() - nodes)
        return watch.value(best.value)

    def search_moves(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        window: Window,
        ply: Ply,
        hint: int,
        memory: Memory,
    ) -> Best:
        """Search the moves of a node, the table's `hint` first, until one causes a beta cutoff."""
        moves, alpha, beta = memory.moves, window.alpha, window.beta
        first, end = ply.first, self.list_first(game, state, depth, ply, moves)
        unrated = end if ply.end else first  # from here on they are rated when one is reached
        has_others = game.selective
        if hint != NO_MOVE and moves.bring_to_front(first, end, hint):
            unrated = first + 1
        best, choice, floor = -INFINITY, NO_MOVE, alpha
        index, deferred = first, end  # moves from `deferred` on were put off
        while index < end or has_others:
            if index == end:
                has_others = False
                end = self.list_rest(game, state, depth, best, ply, end, memory)
                deferred, unrated = end, end
                continue
            if index == unrated:
                rated = Ply(ply.remaining, index, end, ply.previous)
                self.rate_moves(game, state, depth, rated, memory)
            if index >= unrated:
                moves.pick(index, deferred if index < deferred else end)
            move = moves.move(index)
            if first < index < deferred and self.is_busy(game, state, depth, move, memory):
                deferred -= 1
                moves.swap(index, deferred)
                continue
            asked, below = Window(floor, beta), Ply(ply.remaining - 1, end, 0, move)
            value = self.marked_value(game, state, depth, asked, below, index - first, memory)
            index += 1
            if value > best:
                best, choice = value, move
                if value > alpha:
                    memory.watch.better(ply.remaining, move)
                    floor = value
                if value >= beta:
                    memory.watch.cut()
                    self.credit_cutoff(move, game.to_move(state), depth, ply, memory)
                    break
        if ply.end and best > alpha:
            moves.bring_to_front(first, end, choice)
        return Best(best, choice)

    def credit_cutoff(self, move: int, player: int, depth: int, ply: Ply, memory: Memory) -> None:
        """Note in the history that a move of this node caused a cutoff."""
        if self.uses_history(depth):
            weight = 1 if depth == ENDLESS else depth - 1
            memory.history.credit(move, player, ply.remaining, ply.previous, weight)

    def list_first(
        self, game: Game[Any], state: Any, depth: int, ply: Ply, moves: MoveStack
    ) -> int:
        """List the moves to try first, unless they are listed; returns where they end."""
        if ply.end == 0:
            return self.list_moves(game, state, depth, ply.first, moves)
        if game.selective:
            return min(ply.end, max(ply.first + 1, self.count_candidates(game, state)))
        return ply.end

    def list_rest(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        best: float,
        ply: Ply,
        end: int,
        memory: Memory,
    ) -> int:
        """List the moves that are no candidates, if all candidates lose or the truth is wanted.

        Otherwise what was found without them is an estimate.
        """
        if depth == ENDLESS or self.is_lost(best):
            return ply.end or self.list_others(game, state, ply.first, end, memory.moves)
        memory.watch.relies_on_estimate()
        return end

    def is_busy(self, game: Game[Any], state: Any, depth: int, move: int, memory: Memory) -> bool:
        """Whether another thread searches a move already: then others come first."""
        if not memory.table.shares_work(depth):
            return False
        return memory.table.is_busy(game.key(self.canonical(game, game.result(state, move))))

    def marked_value(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        window: Window,
        below: Ply,
        tried: int,
        memory: Memory,
    ) -> float:
        """The value of a move, which other threads know to be busy meanwhile."""
        if not memory.table.shares_work(depth):
            return self.move_value(game, state, depth, window, below, tried, memory)
        key: Bits = game.key(self.canonical(game, game.result(state, below.previous)))
        memory.table.set_busy(key)
        value = self.move_value(game, state, depth, window, below, tried, memory)
        memory.table.set_free(key)
        return value

    def move_value(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        window: Window,
        below: Ply,
        tried: int,
        memory: Memory,
    ) -> float:
        """The value of a move to the player who makes it, with as few full searches as possible.

        The move is `below.previous`, after `tried` others. The first one gets the whole window. A
        later one gets a null window first: only if it beats alpha it is searched again.
        """
        after = game.result(state, below.previous)
        same_player = game.to_move(after) == game.to_move(state)
        depth = depth if depth == ENDLESS else depth - 1
        alpha, beta = window
        ceiling = beta if tried == 0 else min(beta, self.next_above(alpha))
        while True:
            inner = self.child_window(alpha, ceiling, same_player)
            value = self.child_value(game, after, depth, inner, below, memory)
            value = self.parent_value(value, same_player)
            if value <= alpha or value >= beta or ceiling == beta:
                return value
            ceiling = beta

    def child_value(
        self, game: Game[Any], state: Any, depth: int, window: Window, ply: Ply, memory: Memory
    ) -> float:
        value = self.leaf_value(game, state, depth, window, ply.remaining, memory)
        if value == UNKNOWN:
            value = self.node(game, state, depth, window, ply, memory)
        return value

    # -- the table --------------------------------------------------------------------

    def is_answer(self, known: Entry, depth: int, window: Window) -> bool:
        """Whether an entry answers a window; an exact value inside it does not.

        That is searched again, because best play has to be written down.
        """
        is_inside = window.alpha < known.value < window.beta
        return not is_inside and answers_window(known, depth, window.alpha, window.beta)
