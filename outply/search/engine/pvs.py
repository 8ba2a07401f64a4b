"""Principal variation search with a transposition table: the heart of the engine.

Sources: Marsland and Campbell (1982) and Reinefeld's NegaScout (1983) for the search; Donninger
(1993) for null moves; Kerrigan's simplified ABDADA, after Weill (1996), for several threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.game import INFINITY, Bits, Game
from outply.search.engine.desk import Desk
from outply.search.engine.leaves import Leaves
from outply.search.engine.ordering import ENDLESS, Ordering
from outply.search.table import AT_LEAST, AT_MOST, EXACT, NO_MOVE, Entry, Table
from outply.search.watch import Watch

__all__ = ["Pvs"]

NULL_MOVE_REDUCTION = 3  # plies
LATE = 3  # moves, and plies
SHARED_ABOVE = 2  # plies; below, to put off what another thread does is not worth it


@dataclass(frozen=True, kw_only=True)
class Pvs(Leaves, Ordering):
    extensions: bool = False
    reductions: bool = False
    null_move: bool = False

    @property
    def selective(self) -> bool:
        """Whether some lines are looked at more deeply than others."""
        return self.extensions or self.reductions or self.null_move

    def node(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        alpha: float,
        beta: float,
        height: int,
        base: int,
        listed: int,
        last: int,
        watch: Watch,
        table: Table,
        desk: Desk,
    ) -> float:
        """The value v of an undecided `state` to its mover, fail-soft.

        Returns v exactly if alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v
        if r >= beta. Its moves are listed on the desk from `base` on; at the root they are
        there already, up to `listed`.
        """
        watch.enter(state, height, alpha, beta)
        player = game.to_move(state)
        folded = self.folded(game, state)
        key: Bits = game.key(folded)
        hint = NO_MOVE
        if listed == 0:
            known = table.find(key)
            if self.decides(known, depth, alpha, beta):
                return self.recalled(known, watch)
            hint = known.move if folded == state else NO_MOVE
        nodes, guesses = watch.entered(), watch.guesses_made()
        below, under = depth if depth == ENDLESS else depth - 1, height - 1
        if self.null_move and listed == 0 and self.may_pass(depth, alpha, beta, last):
            after, deep = game.passed(state), depth - NULL_MOVE_REDUCTION
            low, high = -beta, self.next_above(-beta)
            value = self.shallow(game, after, deep, low, high, under, watch, desk)
            if value != value:
                value = self.node(
                    game, after, deep, low, high, under, base, 0, NO_MOVE, watch, table, desk
                )
            if -value >= beta:
                watch.relies_on_guess()
                return watch.value(beta)
        end = listed if listed else self.listed(game, state, depth, base, desk)
        ranked = listed if listed else base
        if hint != NO_MOVE and desk.bring_to_front(base, end, hint):
            ranked = base + 1
        best, choice, floor = -INFINITY, NO_MOVE, alpha
        index, tail = base, end  # moves from the tail on were put off
        while index < end:
            if index == ranked:
                self.rate(game, state, index, end, depth, player, height, last, table, desk)
            if index >= ranked:
                desk.pick(index, tail if index < tail else end)
            move = desk.move(index)
            after = game.result(state, move)
            if table.is_shared() and below > SHARED_ABOVE:
                if base < index < tail and table.is_busy(game.key(self.folded(game, after))):
                    tail -= 1
                    desk.swap(index, tail)
                    continue
                table.set_busy(game.key(self.folded(game, after)))
            same = game.to_move(after) == player
            ahead = self.ahead(game, state, move, below, height)
            less = self.less(game, state, move, index - base, depth)
            ceiling = beta if index == base else min(beta, self.next_above(floor))
            while True:
                low, high = self.after(floor, ceiling, same)
                deep = ahead - less
                value = self.shallow(game, after, deep, low, high, under, watch, desk)
                if value != value:
                    value = self.node(
                        game, after, deep, low, high, under, end, 0, move, watch, table, desk
                    )
                value = self.before(value, same)
                if value <= floor or (less == 0 and (value >= beta or ceiling == beta)):
                    break
                ceiling = ceiling if less else beta
                less = 0
            if table.is_shared() and below > SHARED_ABOVE:
                table.set_free(game.key(self.folded(game, after)))
            index += 1
            if value > best:
                best, choice = value, move
                if value > alpha:
                    watch.better(height, move)
                    floor = value
                if value >= beta:
                    watch.cut()
                    if self.goes_by_experience(depth):
                        desk.learn(move, player, height, last, 1 if below == ENDLESS else below)
                    break
        if listed and best > alpha:
            desk.bring_to_front(base, end, choice)
        elif listed == 0 and watch.entered() > nodes:  # else it is as quickly found again
            bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
            guessed = not self.is_decided(best) and watch.guesses_made() != guesses
            hint = choice if folded == state else NO_MOVE
            table.store(key, bound, best, hint, depth, guessed, watch.entered() - nodes)
        return watch.value(best)

    def decides(self, known: Entry, depth: int, alpha: float, beta: float) -> bool:
        """Whether what is known is enough for a window, and what a search to `depth` finds.

        A search that made no guess finds the same at any greater depth.
        """
        if known.depth < depth and known.guessed:
            return False
        if known.depth > depth and not self.selective:
            return False
        at_least = known.bound == AT_LEAST or known.bound == EXACT
        at_most = known.bound == AT_MOST or known.bound == EXACT
        return (at_least and known.value >= beta) or (at_most and known.value <= alpha)

    def recalled(self, known: Entry, watch: Watch) -> float:
        """What the table had, guess or truth."""
        if known.guessed:
            watch.relies_on_guess()
        return watch.value(known.value)

    # -- where a game allows it -------------------------------------------------------

    def may_pass(self, depth: int, alpha: float, beta: float, last: int) -> bool:
        """Whether to ask if doing nothing is already too good: never twice in a row."""
        shallow_or_endless = depth <= NULL_MOVE_REDUCTION or depth == ENDLESS
        decided = self.is_decided(alpha) or self.is_decided(beta)
        return not (shallow_or_endless or decided or last == NO_MOVE)

    def ahead(self, game: Game[Any], state: Any, move: int, below: int, height: int) -> int:
        """How deep to look after a move, which may be worth more than others."""
        if self.extensions and below != ENDLESS:
            return min(below + game.extension(state, move), height - 1)
        return below

    def less(self, game: Game[Any], state: Any, move: int, tried: int, depth: int) -> int:
        """How much less deep to look at first after a move that is tried late."""
        is_late = tried >= LATE and depth >= LATE and depth != ENDLESS
        return 1 if self.reductions and is_late and game.reducible(state, move) else 0
