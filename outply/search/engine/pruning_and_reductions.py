"""What the selective search leaves out or shortens, when, and by how much.

`selective_search.py` does the searching. A null move is tried where
- the side to move is not in check, and `may_pass` of the game does not say that passing is unsafe,
- at least NULL_MOVE_DEPTH plies are left,
- the evaluation is at least beta, and neither alpha nor beta is a win or a loss,
- the move before was no null move, and none is being verified (see below),
- the node is neither the root nor on the principal variation, and no move is excluded.
It is searched `null_move_reduction` plies less deeply. From VERIFIED_DEPTH plies on, a search
without null moves verifies that the value reaches beta (`SelectiveSearch.null_move_value`).

A cutoff is expected at a node with a null window if it is searched with a reduced depth, or if none
was expected at its parent (a "cut node" of Knuth and Moore, 1975): there late moves are reduced by
one ply more.

Margins are in units of the game's `margin`, in chess a pawn.
Sources: Heinz, "Extended Futility Pruning" (1998); Donninger, "Null Move and Deep Search" (1993);
Heinz, "Adaptive Null-Move Pruning" (1999); Buro, "ProbCut" (1995); Anantharaman, Campbell and Hsu,
"Singular Extensions" (1988); Levy, Broughton and Taylor, "The SEX Algorithm" (1989), for reductions
by the order of moves. The shapes of the formulas are those that chess engines publish. The number
of late moves was tuned in a match of 200 games; the other constants are not tuned.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from outply.game import INFINITY, Game
from outply.search.base import Window
from outply.search.engine.killers_and_history import MOST_SCORE
from outply.search.engine.memory import SelectiveMemory
from outply.search.engine.quiescence import Quiescence
from outply.search.engine.root import Ply
from outply.search.transposition_table import EXACT, LOWER_BOUND, NO_MOVE, Entry

__all__ = ["INTERNAL_DEPTH", "PROBCUT_DEPTH", "PRUNED", "VERIFIED_DEPTH"]
__all__ += ["NodeFacts", "Pruning", "Tried"]

PRUNED = -INFINITY

SIZE = 64
REDUCTIONS = tuple(
    0 if depth == 0 or tried == 0 else int(0.5 + math.log(depth) * math.log(tried) / 2.6)
    for depth in range(SIZE)
    for tried in range(SIZE)
)

REVERSE_FUTILITY_DEPTH = 8
FUTILITY_DEPTH = 7
LATE_DEPTH = 8
EXCHANGE_DEPTH = 8
NULL_MOVE_DEPTH = 3
VERIFIED_DEPTH = 12
INTERNAL_DEPTH = 4
PROBCUT_DEPTH = 5
SINGULAR_DEPTH = 7


class NodeFacts(NamedTuple):
    """What is known of a node when its moves are searched."""

    depth: int
    window: Window
    ply: Ply
    known: Entry
    static: float
    is_checked: bool
    is_improving: bool
    is_pv: bool
    is_cut: bool  # a cutoff is expected


class Tried(NamedTuple):
    """How far the search of a node's moves is."""

    moves: int  # before this one
    alpha: float  # the best value so far, or alpha
    best: float
    end: int  # of the moves on the stack
    skips_quiet: bool  # a quiet move was pruned, so all that come later are, unless they give check


@dataclass(frozen=True, kw_only=True)
class Pruning(Quiescence):
    use_null_move: bool
    use_reductions: bool
    use_extensions: bool
    use_reverse_futility: bool
    use_futility: bool
    use_late_move_pruning: bool
    use_exchange_pruning: bool
    use_internal_reduction: bool
    use_singular: bool
    use_probcut: bool
    use_cut_reduction: bool

    def is_far_above(
        self, game: Game[Any], depth: int, static: float, beta: float, improving: bool
    ) -> bool:
        """Reverse futility: whether the evaluation is so high that the opponent avoids this."""
        if not self.use_reverse_futility or depth > REVERSE_FUTILITY_DEPTH:
            return False
        plies = depth - 1 if improving else depth
        return static - 0.8 * game.margin * plies >= beta

    def is_far_below(self, game: Game[Any], depth: int, static: float, alpha: float) -> bool:
        """Futility: whether the evaluation is so low that no quiet move helps."""
        if not self.use_futility or depth > FUTILITY_DEPTH:
            return False
        return static + game.margin * (1.0 + depth) <= alpha

    def is_too_late(self, depth: int, tried: int, improving: bool) -> bool:
        """Late-move pruning: whether enough moves were tried that this one will not be best."""
        if not self.use_late_move_pruning or depth > LATE_DEPTH:
            return False
        most = 3 + depth * depth
        return tried >= (2 * most if improving else most)

    def loses_exchange(
        self, game: Game[Any], state: Any, depth: int, move: int, quiet: bool
    ) -> bool:
        """Static exchange: whether a move loses more than a search of this depth could win back."""
        if not self.use_exchange_pruning or depth > EXCHANGE_DEPTH:
            return False
        allowed = 0.25 * depth * depth if quiet else 1.0 * depth
        return game.exchange(state, move) < -allowed * game.margin

    def null_move_reduction(self, game: Game[Any], depth: int, static: float, beta: float) -> int:
        """How many plies less to search after a null move: more where the mover is well ahead."""
        ahead = min(int((static - beta) / (2.0 * game.margin)), 3) if game.margin > 0.0 else 0
        return 4 + depth // 4 + ahead

    def late_reduction(
        self, depth: int, tried: int, score: int, of_node: int, is_killer: bool
    ) -> int:
        """How many plies less to search a late move: by depth, number, history and node."""
        reduction = REDUCTIONS[min(depth, SIZE - 1) * SIZE + min(tried, SIZE - 1)] + of_node
        reduction -= score // (MOST_SCORE // 2)
        return max(0, min(reduction, depth - 2) - is_killer)

    def may_pass(
        self, game: Game[Any], state: Any, facts: NodeFacts, memory: SelectiveMemory
    ) -> bool:
        """Whether to try a null move: the mover is ahead, did not just pass, and may pass."""
        return (
            facts.depth >= NULL_MOVE_DEPTH
            and facts.static >= facts.window.beta
            and facts.ply.previous != NO_MOVE
            and memory.path.verifying == 0
            and game.may_pass(state)
        )

    def is_pruned(
        self,
        game: Game[Any],
        state: Any,
        facts: NodeFacts,
        move: int,
        tried: Tried,
        memory: SelectiveMemory,
    ) -> bool:
        """Whether to leave a move out: never at the root, in check, or while all moves lose."""
        if facts.ply.end or facts.is_checked or tried.moves == 0 or self.is_lost(tried.best):
            return False
        if self.is_decided(tried.alpha):
            return False
        depth = facts.depth
        if not game.reducible(state, move):
            return self.use_exchanges and self.loses_exchange(game, state, depth, move, False)
        if game.margin == 0.0:
            return False
        if tried.skips_quiet or self.is_too_late(depth, tried.moves, facts.is_improving):
            return True
        score = memory.history.score(move, game.to_move(state), facts.ply.remaining, memory.path)
        of_node = 0 if facts.is_improving else 1
        shorter = depth - self.late_reduction(depth, tried.moves, score, of_node, False)
        if self.is_far_below(game, shorter, facts.static, tried.alpha):
            return True
        return self.use_exchanges and self.loses_exchange(game, state, shorter, move, True)

    def reduction(
        self, facts: NodeFacts, move: int, player: int, tried: int, memory: SelectiveMemory
    ) -> int:
        """How many plies less to search a late move at first."""
        if not self.use_reductions or facts.depth < 3 or self.is_decided(facts.window.alpha):
            return 0
        score = memory.history.score(move, player, facts.ply.remaining, memory.path)
        is_killer = memory.history.is_killer(move, facts.ply.remaining)
        of_node = self.reduction_of_node(facts)
        return self.late_reduction(facts.depth, tried, score, of_node, is_killer)

    def reduction_of_node(self, facts: NodeFacts) -> int:
        """How many plies more to reduce late moves here.

        Where a cutoff is expected, one of the first moves causes it, or most likely none does.
        """
        more = 0 if facts.is_improving else 1
        if facts.is_pv:
            more -= 1
        return more + 1 if self.use_cut_reduction and facts.is_cut else more

    def is_singular_candidate(self, facts: NodeFacts, move: int, memory: SelectiveMemory) -> bool:
        known, ply = facts.known, facts.ply
        return (
            self.use_singular
            and ply.end == 0
            and facts.depth >= SINGULAR_DEPTH
            and known.move == move
            and known.depth >= facts.depth - 3
            and (known.bound == LOWER_BOUND or known.bound == EXACT)
            and not self.is_decided(known.value)
            and memory.path.nodes[ply.remaining].excluded == NO_MOVE
        )
