"""The searched position: what is asked of it, and what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from outply.compiler.errors import Stuck
from outply.compiler.records import Array, Record, setter_of
from outply.search.engine.move_stack import MoveStack

__all__ = ["MOST_PLIES", "Best", "Ply", "Root"]

MOST_PLIES = 1024


class Root(Record, checked=False):
    """The searched position: what is asked of it, who moves, and what was proved."""

    depth: int
    alpha: float
    beta: float
    first: int  # of its moves to search: those before it are left out
    has_best: bool  # a move of the root was better than alpha, in the search under way
    contempt: float
    remaining: int  # plies that there is room for
    player: int
    end: int  # of its moves on the stack, which begin at 0
    proof_windows: int  # that were searched in the last attempt to prove
    proof_nodes: int  # 0 if nothing is proved
    proved_value: float
    line_length: int
    best_value: float  # of the move that was better than alpha
    line: Array[int]  # best play, after a proof

    def __init__(self) -> None:
        super().__init__(line=MOST_PLIES)

    def reset(self, contempt: float, remaining: int, earlier: Sequence[int] = ()) -> None:
        """Forget everything; `player` and `end` are set when the moves are listed.

        A search that knows of repetition gets the keys of the `earlier` positions of the game.
        """
        _put_all(self, False, contempt, remaining, 0, 0, 0, 0, 0.0, 0)

    def set_moves(self, player: int, end: int, moves: MoveStack) -> None:
        """The root has the moves on the stack up to `end`.

        Raises Stuck where no move can be made, since the game is over or the rules are wrong.
        """
        if not moves.are_valid(0, end):
            raise Stuck
        self.player, self.end = player, end

    def ask(self, depth: int, alpha: float, beta: float, first: int) -> None:
        """Ask for a search to `depth` of the moves from the `first` on."""
        _put_question(self, depth, alpha, beta, first, False)

    def note_best(self, value: float) -> None:
        """A move of the root has this value, the best so far; it is the first of the moves."""
        self.has_best, self.best_value = True, value

    def draw_value(self, player: int) -> float:
        """What a draw is worth to a player."""
        return -self.contempt if player == self.player else self.contempt

    def begin_proof(self) -> None:
        self.proof_windows = self.proof_nodes = self.line_length = 0

    def store_proof(self, value: float, nodes: int) -> None:
        """Keep a value that took `nodes` nodes to prove; its line is still empty."""
        self.proved_value, self.proof_nodes = value, nodes

    def add_to_line(self, move: int) -> None:
        if self.line_length < len(self.line):
            self.line[self.line_length] = move
            self.line_length += 1

    def proved_line(self) -> tuple[int, ...]:
        """Best play after a proof, for the host."""
        return tuple(self.line.first(self.line_length))


_put_question = setter_of(Root, "depth", "alpha", "beta", "first", "has_best")
_put_all = setter_of(
    Root,
    *("has_best", "contempt", "remaining", "player", "end", "proof_windows", "proof_nodes"),
    *("proved_value", "line_length"),
)


class Best(NamedTuple):
    """The best move of a node and its value."""

    value: float
    move: int


class Ply(NamedTuple):
    """Where a node stands on the path from the root."""

    remaining: int  # plies that there is room for below it
    first: int  # where its moves begin on the stack
    end: int  # where they end, if they are listed already; else 0
    previous: int  # the move that led to it
    is_cut: bool = False  # the selective search expects a cutoff
