"""The numbers of the selective search: margins of pruning, and reductions.

`selective_search.py` applies them: it prunes moves, tries null moves and reduces late moves. A null
move is tried at NULL_MOVE_DEPTH plies and more, if the evaluation is at least beta and the move
before was no null move; it is searched `null_move_reduction` plies less deeply, and from
VERIFIED_DEPTH plies on a search without null moves verifies the result. ProbCut and singular
extensions have their margins there.

Margins are in units of the game's `margin`, in chess a pawn.
Sources: Heinz, "Extended Futility Pruning" (1998); Donninger, "Null Move and Deep Search" (1993);
Heinz, "Adaptive Null-Move Pruning" (1999); Buro, "ProbCut" (1995); Anantharaman, Campbell and Hsu,
"Singular Extensions" (1988); Levy, Broughton and Taylor, "The SEX Algorithm" (1989), for reductions
by the order of moves. The shapes of the formulas are those that chess engines publish. The numbers
of late moves won a match of 200 games against larger reductions; the others are first choices.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from outply.game import Game
from outply.search.engine.killers_and_history import MOST_SCORE

__all__ = ["Pruning"]

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


@dataclass(frozen=True, kw_only=True)
class Pruning:
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
        self, depth: int, tried: int, score: int, is_pv: bool, improving: bool, is_killer: bool
    ) -> int:
        """How many plies less to search a late move: by depth, number and history."""
        reduction = REDUCTIONS[min(depth, SIZE - 1) * SIZE + min(tried, SIZE - 1)]
        if is_pv:
            reduction -= 1
        if not improving:
            reduction += 1
        reduction -= score // (MOST_SCORE // 2)
        return max(0, min(reduction, depth - 2) - is_killer)
