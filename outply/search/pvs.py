"""Principal variation search with a transposition table: the engine's core.

Sources: Marsland and Campbell (1982) and Reinefeld's NegaScout (1983) for the search;
Plaat, Schaeffer, Pijls and de Bruin (1996) for windows of width zero and for looking children
up before searching them; Pons, "Solving Connect 4", for bounds and distances in the window.

Values are to the player to move. In a game of win, draw and loss a value above
all utilities is a win in so many plies, `won_in(n)`, and below all a loss, `lost_in(n)`;
one ply up, they are one ply further away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import INFINITY, SURE, Bits, Game, lost_in, won_in
from outply.native.primitives import above
from outply.search.desk import Desk
from outply.search.table import AT_LEAST, AT_MOST, EXACT, NO_MOVE, Entry, Table
from outply.search.watch import Watch

__all__ = ["DECIDED", "ENDLESS", "PROVE", "Pvs"]

ENDLESS = 0xFFFF
"""A depth that does not run out: to the end of the game."""

PROVE = 0xFFFE
"""Asks for the truth by windows of width zero, in a game of win, draw and loss."""

DECIDED = SURE / 2
"""Values beyond this are wins and losses."""

UNKNOWN = float("nan")
NULL_MOVE_REDUCTION = 3  # plies
LATE = 3  # moves, and plies
FEW = 16  # moves
SHARED_ABOVE = 2  # plies; below, to put off what another thread does is not worth it
TRACE_FACTOR, TRACE_NODES = 2, 1000  # how many nodes best play may cost to write down


def at_least(bound: float) -> float:
    """The least value that goes with the least utility of a game of win, draw and loss."""
    if bound == 1.0:
        return DECIDED
    return lost_in(1) if bound == -1.0 else bound


@dataclass(frozen=True)
class Pvs:
    """How to search: what is compiled in."""

    name: ClassVar[str] = "engine"  # as people are told what is compiled

    graded: bool  # utilities are more than win, draw and loss
    ordered: bool  # the game has an order of its own
    quiescence: bool = False
    extensions: bool = False
    reductions: bool = False
    null_move: bool = False

    @property
    def selective(self) -> bool:
        """Whether some lines are looked at more deeply than others."""
        return self.extensions or self.reductions or self.null_move

    # -- values -----------------------------------------------------------------------

    def is_decided(self, value: float) -> bool:
        """Whether a value is a win or a loss in so many plies."""
        return not self.graded and abs(value) > DECIDED

    def is_in_sight(self, value: float, depth: int) -> bool:
        """Whether a search to `depth` could find a value that a game knows at once."""
        return not self.is_decided(value) or SURE - abs(value) <= depth

    def next_above(self, value: float) -> float:
        """The least value above one: distances are whole."""
        return value + 1.0 if self.is_decided(value) else above(value)

    def just_below(self, value: float) -> float:
        """The greatest value below one."""
        return -self.next_above(-value)

    # -- plies ------------------------------------------------------------------------

    def later(self, value: float) -> float:
        """A value as seen from one ply before."""
        if self.graded or abs(value) < DECIDED:
            return value
        return value - 1.0 if value > 0.0 else value + 1.0

    def sooner(self, value: float) -> float:
        """A value as seen from one ply after: undoes `later`."""
        if self.graded or abs(value) < DECIDED:
            return value
        return value + 1.0 if value > 0.0 else value - 1.0

    # -- leaves -----------------------------------------------------------------------

    def utility(self, game: Game[Any], state: Any, player: int, desk: Desk) -> float:
        value = game.utility(state, player)
        if value == 0.0:
            return desk.draw(player)
        if self.graded or abs(value) < 1.0:
            return value
        return SURE if value > 0.0 else -SURE

    def reach(self, game: Game[Any], state: Any, player: int, desk: Desk) -> tuple[float, float]:
        """The bounds of an undecided state, as values of this search."""
        low, high = game.bounds(state, player)
        if low <= 0.0 and high >= 0.0:
            low, high = min(low, desk.draw(player)), max(high, desk.draw(player))
        return (low, high) if self.graded else (at_least(low), -at_least(-high))

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
        """The value of `state` if no search is needed for it, within the window; else NaN."""
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
            lower, upper = self.sooner(max(alpha, best)), self.sooner(beta)
            low, high = (lower, upper) if same else (-upper, -lower)
            value = self.quiet(game, after, low, high, height - 1, watch, desk)
            value = self.later(value if same else -value)
            if value > best:
                best = value
                watch.better(height, move)
                if value >= beta:
                    break
        return watch.guess(best)

    # -- near the horizon and near the end --------------------------------------------

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
            lower, upper = self.sooner(max(alpha, best)), self.sooner(beta)
            low, high = (lower, upper) if same else (-upper, -lower)
            value = self.glance(game, after, 0, low, high, height - 1, watch, desk)
            value = self.later(value if same else -value)
            if value > best:
                best = value
                if value > alpha:
                    watch.better(height, move)
                if value >= beta:
                    watch.cut()
                    break
        return watch.value(best)

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
            lower, upper = self.sooner(max(alpha, best)), self.sooner(beta)
            low, high = (lower, upper) if same else (-upper, -lower)
            value = self.plain(game, after, low, high, height - 1, watch, desk)
            value = self.later(value if same else -value)
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

    # -- the search -------------------------------------------------------------------

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
        folded = game.canonical(state)
        key: Bits = game.key(folded)
        hint = NO_MOVE
        if listed == 0:
            known = table.find(key)
            if self.decides(known, depth, alpha, beta):
                if known.guessed:
                    watch.relies_on_guess()
                return watch.value(known.value)
            if folded == state:
                hint = known.move
        before, guesses = watch.entered(), watch.guesses_made()
        below, under = depth if depth == ENDLESS else depth - 1, height - 1
        if self.null_move and listed == 0 and self.may_pass(depth, alpha, beta, last):
            after, deep = game.passed(state), depth - NULL_MOVE_REDUCTION
            low, high = -beta, self.next_above(-beta)
            value = self.glance(game, after, deep, low, high, under, watch, desk)
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
                if base < index < tail and table.is_busy(game.key(game.canonical(after))):
                    tail -= 1
                    desk.swap(index, tail)
                    continue
                table.set_busy(game.key(game.canonical(after)))
            same = game.to_move(after) == player
            ceiling = beta if index == base else min(beta, self.next_above(floor))
            ahead, less = below, 0
            if self.extensions and below != ENDLESS:
                ahead = min(below + game.extension(state, move), height - 1)
            if self.reductions and self.is_late(index - base, depth):
                less = 1 if game.reducible(state, move) else 0
            while True:
                lower, upper = self.sooner(floor), self.sooner(ceiling)
                low, high = (lower, upper) if same else (-upper, -lower)
                deep = ahead - less
                value = self.glance(game, after, deep, low, high, under, watch, desk)
                if value != value:
                    if deep == 1:
                        value = self.frontier(game, after, low, high, under, watch, desk)
                    elif self.is_near_the_end(game, after, deep):
                        value = self.plain(game, after, low, high, under, watch, desk)
                    else:
                        value = self.node(
                            game, after, deep, low, high, under, end, 0, move, watch, table, desk
                        )
                value = self.later(value if same else -value)
                if value <= floor or (less == 0 and (value >= beta or ceiling == beta)):
                    break
                ceiling = ceiling if less else beta
                less = 0
            if table.is_shared() and below > SHARED_ABOVE:
                table.set_free(game.key(game.canonical(after)))
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
        elif listed == 0 and watch.entered() > before:
            bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
            guessed = not self.is_decided(best) and watch.guesses_made() != guesses
            hint = choice if folded == state else NO_MOVE
            table.store(key, bound, best, hint, depth, guessed, watch.entered() - before)
        return watch.value(best)

    def is_near_the_end(self, game: Game[Any], state: Any, depth: int) -> bool:
        """Whether a plain search does, and reaches the end, even if every other move is a pass."""
        left = game.plies_left(state)
        return left <= game.plain_plies and 2 * left < depth

    def may_pass(self, depth: int, alpha: float, beta: float, last: int) -> bool:
        """Whether to ask if doing nothing is already too good: never twice in a row."""
        shallow_or_endless = depth <= NULL_MOVE_REDUCTION or depth == ENDLESS
        decided = self.is_decided(alpha) or self.is_decided(beta)
        return not (shallow_or_endless or decided or last == NO_MOVE)

    def is_late(self, tried: int, depth: int) -> bool:
        """Whether a move comes late enough, far enough from the horizon, to be looked at less."""
        return tried >= LATE and depth >= LATE and depth != ENDLESS

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

    def goes_by_experience(self, depth: int) -> bool:
        """Where a game has an order of its own, proofs are shorter by that alone."""
        return depth != ENDLESS or not self.ordered

    def listed(self, game: Game[Any], state: Any, depth: int, base: int, desk: Desk) -> int:
        """Put the moves on the desk, from `base` on; where they end."""
        end = base
        if depth < 2:
            for move in game.moves(state):
                desk.put(end, move)
                end += 1
        else:
            for move in game.candidates(state):
                desk.put(end, move)
                end += 1
        return end

    def rate(
        self,
        game: Game[Any],
        state: Any,
        first: int,
        end: int,
        depth: int,
        player: int,
        height: int,
        last: int,
        table: Table,
        desk: Desk,
    ) -> None:
        """Say of each move how early to try it; if few, that what they lead to is needed soon."""
        for index in range(first, end):
            move = desk.move(index)
            if end - first <= FEW:
                table.expect(game.key(game.canonical(game.result(state, move))))
            merit = 0
            if self.goes_by_experience(depth):
                merit = desk.merit(move, player, height, last)
            desk.rate(index, game.order(state, move), merit)

    # -- the root ---------------------------------------------------------------------

    def run(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        alpha: float,
        beta: float,
        first: int,
        height: int,
        watch: Watch,
        table: Table,
        desk: Desk,
    ) -> float:
        """The value of the best of the root's moves from the `first` listed on.

        That move is then the first of them. Of depth PROVE, the truth, whatever the window.
        """
        if desk.at_root() == 0:
            desk.set_root(self.root_list(game, state, height, table, desk))
        if not self.graded and depth == PROVE:
            return self.prove(game, state, height, watch, table, desk)
        end = desk.at_root()
        return self.node(
            game, state, depth, alpha, beta, height, first, end, NO_MOVE, watch, table, desk
        )

    def root_list(self, game: Game[Any], state: Any, height: int, table: Table, desk: Desk) -> int:
        """List the moves at the root, best first, those that lose at once last."""
        player = game.to_move(state)
        middle = self.listed(game, state, ENDLESS, 0, desk)
        self.rate(game, state, 0, middle, ENDLESS, player, height, NO_MOVE, table, desk)
        for index in range(middle):
            desk.pick(index, middle)
        end = middle
        for move in game.moves(state):
            if desk.find(0, middle, move) == middle:
                desk.put(end, move)
                end += 1
        return end

    def prove(
        self, game: Game[Any], state: Any, height: int, watch: Watch, table: Table, desk: Desk
    ) -> float:
        """The truth about `state`: windows of width zero close in on it."""
        desk.begin_proof()
        player, end = game.to_move(state), desk.at_root()
        low, high = self.reach(game, state, player, desk)
        longest = min(height, game.plies_left(state)) + 1
        attained = False
        while low < high:
            test = between(low, high, desk.draw(player), longest)
            test = min(max(test, low), self.just_below(high))
            top = self.next_above(test)
            value = self.node(
                game, state, ENDLESS, test, top, height, 0, end, NO_MOVE, watch, table, desk
            )
            if value > test:
                low = value
                attained = True
            else:
                high = value
        if not attained:  # the rules knew the value, but not by which move
            test = self.just_below(low)
            self.node(game, state, ENDLESS, test, low, height, 0, end, NO_MOVE, watch, table, desk)
        desk.note_proof(low, watch.entered())
        self.trace(game, state, low, height, watch, table, desk)
        return low

    def trace(
        self,
        game: Game[Any],
        state: Any,
        value: float,
        height: int,
        watch: Watch,
        table: Table,
        desk: Desk,
    ) -> None:
        """Write down best play from a state whose value is proved, as long as that is easy."""
        most_nodes = TRACE_FACTOR * watch.entered() + TRACE_NODES
        move = desk.move(0)
        while height > 0 and move != NO_MOVE and watch.entered() < most_nodes:
            desk.add_to_line(move)
            player = game.to_move(state)
            state = game.result(state, move)
            value = self.sooner(value) if game.to_move(state) == player else -self.sooner(value)
            height -= 1
            move = NO_MOVE
            if not game.is_terminal(state):
                move = self.attaining(game, state, ENDLESS, value, height, watch, table, desk)
                if move == NO_MOVE:
                    move = self.attaining(game, state, 1, value, height, watch, table, desk)

    def attaining(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        value: float,
        height: int,
        watch: Watch,
        table: Table,
        desk: Desk,
    ) -> int:
        """A move that attains the value of `state`, among those listed for `depth`."""
        player, base = game.to_move(state), desk.at_root()
        end = self.listed(game, state, depth, base, desk)
        self.rate(game, state, base, end, ENDLESS, player, height, NO_MOVE, table, desk)
        lower, upper = self.sooner(self.just_below(value)), self.sooner(value)
        for index in range(base, end):
            move = desk.pick(index, end)
            after = game.result(state, move)
            same, under = game.to_move(after) == player, height - 1
            low, high = (lower, upper) if same else (-upper, -lower)
            found = self.glance(game, after, ENDLESS, low, high, under, watch, desk)
            if found != found:
                found = self.node(
                    game, after, ENDLESS, low, high, under, end, 0, move, watch, table, desk
                )
            if self.later(found if same else -found) >= value:
                return move
        return NO_MOVE


def rank(value: float, longest: int) -> int:
    """A value by how many plies before `longest` the game is won or lost; 0 is a draw."""
    if value > DECIDED:
        return longest - int(SURE - value)
    return int(SURE + value) - longest if value < -DECIDED else 0


def between(low: float, high: float, draw: float, longest: int) -> float:
    """Where to split a range of values: sooner ends are tested first, as they cost less."""
    least, most = rank(low, longest), rank(high, longest)
    middle = (least + most) // 2
    middle = min(middle, -(-least // 2)) if middle <= 0 else max(middle, most // 2)
    if middle == 0:
        return draw
    return won_in(longest - middle) if middle > 0 else lost_in(longest + middle)
