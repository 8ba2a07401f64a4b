"""The selective search: principal variation search that looks further where it matters.

It leaves out or shortens what is unlikely to matter, so its values are not minimax's; a win or loss
that it reports is one all the same, because where the mover seems to lose, no move is left out.
What is left out or shortened, and when, is in `pruning_and_reductions.py`; the order of moves is in
`move_ordering.py`. `principal_variation_search.py` is the exact search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import INFINITY, Bits, Game, won_in
from outply.search.base import Window
from outply.search.engine.killers_and_history import QuietHistory, bonus_of
from outply.search.engine.memory import SelectiveMemory
from outply.search.engine.move_ordering import (
    ALL_MOVES,
    LOST,
    NOISY_MOVES,
    TABLE_MOVE,
    StagedMoves,
)
from outply.search.engine.move_stack import MoveStack
from outply.search.engine.path import RootPath
from outply.search.engine.pruning_and_reductions import (
    INTERNAL_DEPTH,
    PROBCUT_DEPTH,
    PRUNED,
    VERIFIED_DEPTH,
    NodeFacts,
    Pruning,
    Tried,
)
from outply.search.engine.root import Best, Ply
from outply.search.transposition_table import (
    NO_MOVE,
    UPPER_BOUND,
    Entry,
    Table,
    bound_of,
    recalled,
)
from outply.search.watch import Watch

__all__ = ["SelectiveSearch"]


@dataclass(frozen=True, kw_only=True)
class SelectiveSearch(StagedMoves, Pruning):
    name: ClassVar[str] = "engine"  # in messages about what is compiled
    is_selective: ClassVar[bool] = True

    def search_root(
        self,
        game: Game[Any],
        state: Any,
        watch: Watch,
        table: Table,
        moves: MoveStack,
        history: QuietHistory,
        path: RootPath,
    ) -> float:
        """The value of the best of the root's moves from `path.first` on, as `path` asks."""
        memory = SelectiveMemory(watch, table, moves, history, path)
        path.leave_all()
        if path.end == 0:
            self.prepare_root(game, state, memory)
        ply = Ply(path.remaining, path.first, path.end, NO_MOVE)
        return self.node(game, state, path.depth, Window(path.alpha, path.beta), ply, memory)

    def prepare_root(self, game: Game[Any], state: Any, memory: SelectiveMemory) -> None:
        """List the root's moves."""
        end = 0 if game.is_terminal(state) else self.list_root_moves(game, state, memory)
        memory.path.set_moves(game.to_move(state), end, memory.moves)

    def node(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        window: Window,
        ply: Ply,
        memory: SelectiveMemory,
    ) -> float:
        """The value v of `state` to its mover, as far as a selective search tells; fail-soft.

        Returns about v if alpha < v < beta; a bound r >= v if r <= alpha; r <= v if r >= beta. At
        the root the moves are listed already (`ply.end`), and the best of them becomes the first.
        """
        watch = memory.watch
        watch.enter(state, ply.remaining, window.alpha, window.beta)
        key: Bits = game.key(state)
        memory.path.enter(ply.remaining, key)
        if ply.end == 0 and game.ends_early(state):
            return self.end_value(game, state, memory.path, watch)
        if ply.end == 0 and self.is_repetition(game, state, ply.remaining, memory.path):
            return watch.evaluation(memory.path.draw_value(game.to_move(state)))
        if ply.end == 0 and self.is_out_of_reach(window):
            return watch.value(window.alpha)
        nodes, estimates = watch.entered(), watch.estimates_made()
        is_whole = memory.path.nodes[ply.remaining].excluded == NO_MOVE
        is_pv = window.beta > self.next_above(window.alpha)
        known = memory.table.find(key)
        may_stop = ply.end == 0 and is_whole and not is_pv  # before any move is searched
        if may_stop and self.is_answer(known, depth, window):
            return recalled(known, watch)
        facts = self.facts(game, state, depth, window, ply, known, memory)
        if may_stop and not facts.is_checked:
            value = self.value_above_beta(game, state, facts, memory)
            if value != PRUNED:
                watch.relies_on_estimate()
                return watch.value(value)
        best = self.search_moves(game, state, facts, memory)
        if best.value == -INFINITY:
            return self.value_of_no_moves(game, state, window, is_whole, memory)
        if ply.end == 0 and is_whole:
            estimated = not self.is_decided(best.value) and watch.estimates_made() != estimates
            self.store_best(key, facts, best, estimated, watch.entered() - nodes, memory.table)
        return watch.value(best.value)

    def is_repetition(self, game: Game[Any], state: Any, remaining: int, path: RootPath) -> bool:
        """Whether a position is on the path, or twice in the game: then it is a draw."""
        return self.has_repetition and path.is_repetition(remaining, game.reversible_plies(state))

    def value_of_no_moves(
        self, game: Game[Any], state: Any, window: Window, is_whole: bool, memory: SelectiveMemory
    ) -> float:
        """Without moves the game is over; if the only move is left out, nothing is known."""
        if not is_whole:
            return memory.watch.evaluation(window.alpha)
        return memory.watch.utility(self.utility(game, state, game.to_move(state), memory.path))

    def store_best(
        self, key: Bits, facts: NodeFacts, best: Best, estimated: bool, work: int, table: Table
    ) -> None:
        """Store what was found; a move only if it is better than alpha."""
        bound = bound_of(best.value, facts.window.alpha, facts.window.beta)
        move = facts.known.move if bound == UPPER_BOUND else best.move
        table.store(key, Entry(bound, best.value, move, facts.depth, estimated), work)

    def is_out_of_reach(self, window: Window) -> bool:
        """Whether not even a win by the next move is better than what the mover already has."""
        return not self.has_scores and window.alpha >= won_in(1)

    def child_value(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        window: Window,
        ply: Ply,
        memory: SelectiveMemory,
    ) -> float:
        if depth <= 0 or ply.remaining == 0:
            memory.path.enter(ply.remaining, game.key(state))
            return self.quiescence(game, state, window, ply, memory)
        return self.node(game, state, depth, window, ply, memory)

    def is_answer(self, known: Entry, depth: int, window: Window) -> bool:
        """Whether an entry is enough for a window at this depth.

        Where a quicker win is looked for, the entry of a selective search may have missed it.
        """
        is_deep = known.depth >= depth and not self.is_decided(window.alpha)
        return self.is_enough(known, is_deep, window)

    def facts(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        window: Window,
        ply: Ply,
        known: Entry,
        memory: SelectiveMemory,
    ) -> NodeFacts:
        """What is known of a node. In check it is extended; without a table move it is reduced."""
        checked = self.in_check(game, state)
        static = -INFINITY
        if not checked:
            static = game.evaluate(state, game.to_move(state))
        memory.path.nodes[ply.remaining].static = static
        improving = not checked and memory.path.is_improving(ply.remaining, static)
        if checked and self.use_extensions and depth < ply.remaining - 2:
            depth += 1
        elif (
            self.use_internal_reduction
            and depth >= INTERNAL_DEPTH
            and known.move == NO_MOVE
            and ply.end == 0
        ):
            depth -= 1
        is_pv = window.beta > self.next_above(window.alpha)
        is_cut = ply.is_cut and not is_pv
        return NodeFacts(depth, window, ply, known, static, checked, improving, is_pv, is_cut)

    # -- before any move --------------------------------------------------------------

    def value_above_beta(
        self, game: Game[Any], state: Any, facts: NodeFacts, memory: SelectiveMemory
    ) -> float:
        """A value that reaches beta by reverse futility, a null move or ProbCut; else PRUNED."""
        beta, static = facts.window.beta, facts.static
        if self.is_decided(beta) or self.is_decided(facts.window.alpha):
            return PRUNED
        if self.is_far_above(game, facts.depth, static, beta, facts.is_improving):
            return static
        if self.use_null_move and self.may_pass(game, state, facts, memory):
            value = self.null_move_value(game, state, facts, memory)
            if value >= beta:
                return beta if self.is_decided(value) else value
        if self.use_probcut and facts.depth >= PROBCUT_DEPTH and game.margin > 0.0:
            return self.probcut_value(game, state, facts, memory)
        return PRUNED

    def null_move_value(
        self, game: Game[Any], state: Any, facts: NodeFacts, memory: SelectiveMemory
    ) -> float:
        """The value of passing, searched less deeply; at great depth it is verified without."""
        beta, ply, path = facts.window.beta, facts.ply, memory.path
        reduction = self.null_move_reduction(game, facts.depth, facts.static, beta)
        inner = Window(-beta, self.next_above(-beta))
        below = Ply(ply.remaining - 1, ply.first, 0, NO_MOVE, not facts.is_cut)
        path.nodes[ply.remaining].move = NO_MOVE
        after = game.passed(state)
        value = -self.child_value(game, after, facts.depth - reduction, inner, below, memory)
        if value < beta or facts.depth < VERIFIED_DEPTH:
            return value
        path.verifying += 1
        again = Window(self.next_below(beta), beta)
        here = Ply(ply.remaining, ply.first, 0, ply.previous, ply.is_cut)
        value = self.node(game, state, facts.depth - reduction, again, here, memory)
        path.verifying -= 1
        return value

    def probcut_value(
        self, game: Game[Any], state: Any, facts: NodeFacts, memory: SelectiveMemory
    ) -> float:
        """A value well above beta that a noisy move reaches in a shallower search; else PRUNED."""
        moves, ply, player = memory.moves, facts.ply, game.to_move(state)
        goal = facts.window.beta + 2.0 * game.margin
        end = self.list_noisy(game, state, ply.first, memory)
        for index in range(ply.first, end):
            move = moves.pick(index, end)
            if facts.static + game.exchange(state, move) < goal:
                continue
            after = game.result(state, move)
            memory.path.nodes[ply.remaining].move = move
            same_player = game.to_move(after) == player
            inner = self.child_window(self.next_below(goal), goal, same_player)
            below = Ply(ply.remaining - 1, end, 0, move, not facts.is_cut)
            value = self.child_value(game, after, 0, inner, below, memory)
            if self.parent_value(value, same_player) >= goal:
                value = self.child_value(game, after, facts.depth - 4, inner, below, memory)
                value = self.parent_value(value, same_player)
                if value >= goal:
                    return facts.window.beta if self.is_decided(value) else value
        return PRUNED

    # -- moves ------------------------------------------------------------------------

    def search_moves(
        self, game: Game[Any], state: Any, facts: NodeFacts, memory: SelectiveMemory
    ) -> Best:
        """Search the moves of a node, the table's first, until one causes a beta cutoff."""
        moves, ply = memory.moves, facts.ply
        alpha, beta = facts.window
        best, choice, floor = -INFINITY, NO_MOVE, alpha
        index, end = ply.first, self.list_first(game, state, facts, memory)
        stage = ALL_MOVES if ply.end else TABLE_MOVE
        deferred = end  # moves from here on were put off
        skips_quiet = False
        while index < end or stage < ALL_MOVES:
            if ply.end == 0 and stage > TABLE_MOVE and index < end and not skips_quiet:
                self.pick_move(game, state, index, deferred if index < deferred else end, moves)
            if index == end or (stage == NOISY_MOVES and moves.moves[index].order < LOST):
                stage = self.next_stage(stage, facts)
                deferred = end = self.list_stage(game, state, facts, stage, end, memory)
                continue
            move = moves.move(index)
            if ply.first < index < deferred and self.is_busy(game, state, facts, move, memory):
                deferred -= 1
                moves.swap(index, deferred)
                continue
            value = PRUNED
            if move != memory.path.nodes[ply.remaining].excluded:
                tried = Tried(index - ply.first, floor, best, end, skips_quiet)
                value = self.move_value(game, state, facts, move, tried, memory)
                skips_quiet = skips_quiet or (value == PRUNED and game.reducible(state, move))
            index += 1
            if value > best:
                best, choice = value, move
                if value > alpha:
                    memory.watch.better(ply.remaining, move)
                    floor = max(floor, value)
                    if ply.end:
                        moves.bring_to_front(ply.first, end, move)
                        memory.path.note_best(value)
                if value >= beta:
                    memory.watch.cut()
                    self.credit_cutoff(game, state, facts, index - 1, memory)
                    break
        return Best(best, choice)

    def move_value(
        self,
        game: Game[Any],
        state: Any,
        facts: NodeFacts,
        move: int,
        tried: Tried,
        memory: SelectiveMemory,
    ) -> float:
        """The value of a move to the player who makes it; PRUNED if it is not worth searching.

        The first move gets the whole window. A later one gets a null window first, and perhaps less
        depth: only if it beats alpha it is searched again.
        """
        ply, player = facts.ply, game.to_move(state)
        quiet = game.reducible(state, move)
        gives_check = self.use_checks and game.gives_check(state, move)
        if not gives_check and self.is_pruned(game, state, facts, move, tried, memory):
            memory.watch.relies_on_estimate()
            return PRUNED
        after = game.result(state, move)
        memory.table.prefetch(game.key(after))
        depth = facts.depth - 1
        if self.use_extensions:
            depth += game.extension(state, move)
        if tried.moves == 0 and self.is_singular_candidate(facts, move, memory):
            depth += self.singular_extension(game, state, facts, tried, memory)
        depth = min(depth, ply.remaining - 1)
        reduction = 0
        if quiet and not gives_check and not facts.is_checked and tried.moves > 1:
            reduction = self.reduction(facts, move, player, tried.moves, memory)
        memory.path.nodes[ply.remaining].move = move
        alpha, beta = tried.alpha, facts.window.beta
        same_player = game.to_move(after) == player
        ceiling = beta if tried.moves == 0 else min(beta, self.next_above(alpha))
        is_marked = memory.table.shares_work(facts.depth)
        if is_marked:
            memory.table.set_busy(game.key(after))
        while True:
            inner = self.child_window(alpha, ceiling, same_player)
            is_null = ceiling == self.next_above(alpha)
            is_cut = is_null and (reduction > 0 or facts.is_cut == same_player)
            below = Ply(ply.remaining - 1, tried.end, 0, move, is_cut)
            value = self.child_value(game, after, depth - reduction, inner, below, memory)
            value = self.parent_value(value, same_player)
            if value <= alpha or (reduction == 0 and (value >= beta or ceiling == beta)):
                break
            ceiling = ceiling if reduction else beta
            reduction = 0
        if is_marked:
            memory.table.set_free(game.key(after))
        return value

    def is_busy(
        self, game: Game[Any], state: Any, facts: NodeFacts, move: int, memory: SelectiveMemory
    ) -> bool:
        """Whether another thread searches a move already: then others come first."""
        if not memory.table.shares_work(facts.depth):
            return False
        return memory.table.is_busy(game.key(game.result(state, move)))

    # -- singular moves ---------------------------------------------------------------

    def singular_extension(
        self, game: Game[Any], state: Any, facts: NodeFacts, tried: Tried, memory: SelectiveMemory
    ) -> int:
        """A ply more if all other moves are worse by a margin; one less if they reach beta too."""
        ply, known = facts.ply, facts.known
        goal = known.value - 0.02 * facts.depth * game.margin
        window = Window(self.next_below(goal), goal)
        here = memory.path.nodes[ply.remaining]
        here.excluded = known.move
        again = Ply(ply.remaining, tried.end, 0, ply.previous, facts.is_cut)
        value = self.node(game, state, (facts.depth - 1) // 2, window, again, memory)
        here.excluded = NO_MOVE
        if value < goal:
            return 1
        return -1 if known.value >= facts.window.beta else 0

    # -- history ----------------------------------------------------------------------

    def credit_cutoff(
        self, game: Game[Any], state: Any, facts: NodeFacts, at: int, memory: SelectiveMemory
    ) -> None:
        """Credit the quiet move that caused a cutoff, and discredit those tried before it."""
        moves, history, ply, player = memory.moves, memory.history, facts.ply, game.to_move(state)
        move = moves.move(at)
        if ply.end or not game.reducible(state, move):
            return
        bonus = bonus_of(facts.depth)
        history.set_killer(move, ply.remaining)
        history.credit(move, player, ply.remaining, bonus, memory.path)
        for index in range(ply.first, at):
            other = moves.move(index)
            if game.reducible(state, other):
                history.credit(other, player, ply.remaining, -bonus, memory.path)
