"""Killers, history and counter-moves: which moves caused cutoffs elsewhere in the tree.

This is the exact search's; `quiet_history.py` is that of the selective search.

Sources: killers after Akl and Newborn (1977); history after Schaeffer (1983); counter-moves
after Uiterwijk (1992).
"""

from __future__ import annotations

from outply.compiler.records import Array, Record

__all__ = ["History"]

PLIES, MOVES, PLAYERS = 1024, 1024, 2
MOST_HISTORY = 1 << 40
KILLER_SCORE = 1 << 50


class History(Record, checked=False):
    """Moves are any numbers: the tables go by their lowest bits, and a collision harms only the
    order. A killer or counter-move is stored as 2 * move + 1, so that 0 is none.
    """

    is_used: bool  # a move was credited since the arrays were cleared
    killers: Array[int]  # by remaining plies: the two moves that last caused a cutoff there
    history: Array[int]  # by player and move: how much it cut
    counter_moves: Array[int]  # by player and previous move: the last refutation of it

    def __init__(self) -> None:
        size = PLAYERS * MOVES
        super().__init__(killers=2 * PLIES, history=size, counter_moves=size)

    def score(self, move: int, player: int, remaining: int, previous: int) -> int:
        """How early to try a move: killers first, then counter-moves, then by history."""
        first = 2 * (remaining & (PLIES - 1))
        if self.killers[first] == 2 * move + 1 or self.killers[first + 1] == 2 * move + 1:
            return KILLER_SCORE
        side = MOVES * (player & 1)
        score = self.history[side + (move & (MOVES - 1))]
        if self.counter_moves[side + (previous & (MOVES - 1))] == 2 * move + 1:
            score += MOST_HISTORY
        return score

    def credit(self, move: int, player: int, remaining: int, previous: int, depth: int) -> None:
        """Note that a move caused a cutoff at a node of this depth."""
        self.is_used = True
        first = 2 * (remaining & (PLIES - 1))
        if self.killers[first] != 2 * move + 1:
            self.killers[first + 1] = self.killers[first]
            self.killers[first] = 2 * move + 1
        side = MOVES * (player & 1)
        self.counter_moves[side + (previous & (MOVES - 1))] = 2 * move + 1
        place = side + (move & (MOVES - 1))
        self.history[place] = min(self.history[place] + depth * depth, MOST_HISTORY - 1)
