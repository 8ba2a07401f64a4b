"""Killers, history and counter-moves: which moves caused cutoffs elsewhere in the tree.

`move_ordering.py` asks for scores. After a cutoff, `principal_variation_search.py` credits moves in
`MoveHistory`, and `selective_search.py` in `QuietHistory`. Textbook searches use
`search/history_table.py`.

Sources: killers after Akl and Newborn (1977); history after Schaeffer (1983), with the relative
success of Winands (2004); counter-moves, and so continuation history, after Uiterwijk (1992).
"""

from __future__ import annotations

from outply.compiler.records import Array, Int16, Record
from outply.search.engine.path import RootPath
from outply.search.transposition_table import NO_MOVE

__all__ = ["MOST_SCORE", "MoveHistory", "QuietHistory"]

PLIES, MOVES, PLAYERS = 1024, 1024, 2
MOST_HISTORY = 1 << 40
KILLER_SCORE = 1 << 50

PAIR = 512  # moves of each of the two in a pair
MOST_SCORE = 16_384
QUIET_KILLER_SCORE = 4 * MOST_SCORE
MOST_BONUS = 1600


class Killers(Record, checked=False):
    """Moves are any numbers: the tables go by their lowest bits, and a collision harms only the
    order. A killer or counter-move is stored as 2 * move + 1, so that 0 is none.
    """

    is_used: bool  # a move was credited since the arrays were cleared
    killers: Array[int]  # by remaining plies: the two moves that last caused a cutoff there

    def is_killer(self, move: int, remaining: int) -> bool:
        first = 2 * (remaining & (PLIES - 1))
        return self.killers[first] == 2 * move + 1 or self.killers[first + 1] == 2 * move + 1

    def set_killer(self, move: int, remaining: int) -> None:
        first = 2 * (remaining & (PLIES - 1))
        if self.killers[first] != 2 * move + 1:
            self.killers[first + 1] = self.killers[first]
            self.killers[first] = 2 * move + 1


class MoveHistory(Killers, checked=False):
    """The history of the exact search: what each move cut, and the last refutations of moves."""

    history: Array[int]  # by player and move: how much it cut
    counter_moves: Array[int]  # by player and previous move: the last refutation of it

    def __init__(self) -> None:
        size = PLAYERS * MOVES
        super().__init__(killers=2 * PLIES, history=size, counter_moves=size)

    def score(self, move: int, player: int, remaining: int, previous: int) -> int:
        """How early to try a move: killers first, then counter-moves, then by history."""
        if self.is_killer(move, remaining):
            return KILLER_SCORE
        side = MOVES * (player & 1)
        score = self.history[side + (move & (MOVES - 1))]
        if self.counter_moves[side + (previous & (MOVES - 1))] == 2 * move + 1:
            score += MOST_HISTORY
        return score

    def credit(self, move: int, player: int, remaining: int, previous: int, depth: int) -> None:
        """Note that a move caused a cutoff at a node of this depth."""
        self.is_used = True
        self.set_killer(move, remaining)
        side = MOVES * (player & 1)
        self.counter_moves[side + (previous & (MOVES - 1))] = 2 * move + 1
        place = side + (move & (MOVES - 1))
        self.history[place] = min(self.history[place] + depth * depth, MOST_HISTORY - 1)


class QuietHistory(Killers, checked=False):
    """What each quiet move did so far, alone and as a reply.

    Every score moves towards its limit by a share of what is missing, so that old successes fade
    ("gravity"): a cutoff adds to the move that caused it and takes from those tried before it.
    Scores take 16 bits: pairs of moves would not fit into the processor's caches otherwise.
    """

    scores: Array[Int16]  # by player and move
    replies: Array[Int16]  # by the move before and the move: the opponent's last
    follow_ups: Array[Int16]  # by the move two plies before and the move: the mover's last

    def __init__(self) -> None:
        pairs = PAIR * PAIR
        super().__init__(killers=2 * PLIES, scores=PLAYERS * MOVES, replies=pairs, follow_ups=pairs)

    def score(self, move: int, player: int, remaining: int, path: RootPath) -> int:
        """What the move did so far: from -3 to 3 times MOST_SCORE."""
        score = self.scores[self.place(move, player)]
        reply = self.pair(path.nodes[remaining + 1].move, move)
        follow_up = self.pair(path.nodes[remaining + 2].move, move)
        if reply >= 0:
            score += self.replies[reply]
        if follow_up >= 0:
            score += self.follow_ups[follow_up]
        return score

    def credit(self, move: int, player: int, remaining: int, bonus: int, path: RootPath) -> None:
        """Add a bonus to a move, or take from it."""
        self.is_used = True
        self.adjust(self.scores, self.place(move, player), bonus)
        reply = self.pair(path.nodes[remaining + 1].move, move)
        follow_up = self.pair(path.nodes[remaining + 2].move, move)
        if reply >= 0:
            self.adjust(self.replies, reply, bonus)
        if follow_up >= 0:
            self.adjust(self.follow_ups, follow_up, bonus)

    def place(self, move: int, player: int) -> int:
        return MOVES * (player & 1) + (move & (MOVES - 1))

    def pair(self, before: int, move: int) -> int:
        """Where two moves stand as a pair; -1 if there is no move before."""
        return -1 if before == NO_MOVE else PAIR * (before & (PAIR - 1)) + (move & (PAIR - 1))

    def adjust(self, table: Array[Int16], index: int, bonus: int) -> None:
        score = table[index]
        table[index] = score + bonus - score * abs(bonus) // MOST_SCORE


def bonus_of(depth: int) -> int:
    """What a cutoff at a node of this depth is worth."""
    return min(MOST_BONUS, 16 * depth * depth + 128 * depth)
