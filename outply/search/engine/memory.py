"""The memory of one engine search, and the pool that hands it from one search to the next."""

from __future__ import annotations

import os
from typing import NamedTuple

from outply.compiler.native_watch import NativeWatch
from outply.compiler.records import Array, Record
from outply.game import OutplyError
from outply.search.engine.killers_and_history import History
from outply.search.engine.move_stack import MoveStack
from outply.search.host import INLINE_DEPTH
from outply.search.table import Table
from outply.search.watch import Watch

__all__ = ["Memory", "Ply", "Root", "SearchMemory", "give_back", "take"]

MOST_PLIES = 1024


class Root(Record, checked=False):
    """The searched position: what is asked of it, who moves, and what was proved."""

    depth: int
    alpha: float
    beta: float
    first: int  # of its moves to search: those before it are left out
    remaining: int  # plies that there is room for
    player: int
    end: int  # of its moves on the stack, which begin at 0
    contempt: float
    proof_windows: int  # that were searched in the last attempt to prove
    proof_nodes: int  # 0 if nothing is proved
    proved_value: float
    line_length: int
    line: Array[int]  # best play, after a proof

    def __init__(self) -> None:
        super().__init__(line=MOST_PLIES)

    def reset(self, contempt: float, remaining: int) -> None:
        """Forget everything; `player` and `end` are set when the moves are listed."""
        self.player = self.end = self.proof_nodes = self.line_length = 0
        self.contempt, self.proved_value, self.remaining = contempt, 0.0, remaining

    def ask(self, depth: int, alpha: float, beta: float, first: int) -> None:
        """Ask for a search to `depth` of the moves from the `first` on."""
        self.depth, self.alpha, self.beta, self.first = depth, alpha, beta, first

    def draw_value(self, player: int) -> float:
        """What a draw is worth to a player."""
        return -self.contempt if player == self.player else self.contempt

    def begin_proof(self) -> None:
        self.proof_windows = self.proof_nodes = self.line_length = 0

    def store_proof(self, value: float, nodes: int) -> None:
        """A value is proved, at a cost of so many nodes; its line is still empty."""
        self.proved_value, self.proof_nodes = value, nodes

    def add_to_line(self, move: int) -> None:
        if self.line_length < len(self.line):
            self.line[self.line_length] = move
            self.line_length += 1

    def proved_line(self) -> tuple[int, ...]:
        """Best play after a proof, for the host."""
        return tuple(self.line[index] for index in range(self.line_length))


class Memory(NamedTuple):
    """What all nodes of a search share: one context instead of five parameters."""

    watch: Watch
    table: Table
    moves: MoveStack
    history: History
    root: Root


class Ply(NamedTuple):
    """Where a node stands on the path from the root."""

    remaining: int  # plies that there is room for below it
    first: int  # where its moves begin on the stack
    end: int  # where they end, if they are listed already; else 0
    previous: int  # the move that led to it


class SearchMemory:
    """Everything that a search in one thread needs, with a watch for searches of this depth."""

    def __init__(self, table: Table, depth: int = INLINE_DEPTH) -> None:
        self.table, self.moves, self.history, self.root = table, MoveStack(), History(), Root()
        self.watch = NativeWatch(depth)

    def reset(self, contempt: float, remaining: int) -> None:
        """Prepare for a new search; the table is cleared apart, since threads share it."""
        self.history.reset()
        self.root.reset(contempt, remaining)

    @property
    def records(self) -> tuple[Table, MoveStack, History, Root]:
        """What a search takes after its watch."""
        return self.table, self.moves, self.history, self.root


def _new(megabytes: int) -> SearchMemory:
    try:
        return SearchMemory(Table(megabytes))
    except (OSError, MemoryError):
        raise OutplyError(
            f"This machine has no {megabytes:,} megabytes for the engine's table; give fewer."
        ) from None


_spare: list[tuple[int, SearchMemory]] = []  # one at most: a new one takes time to allocate


def take(megabytes: int) -> SearchMemory:
    """The memory of an earlier search, or new memory; it is not reset."""
    try:
        size, memory = _spare.pop()
    except IndexError:
        return _new(megabytes)
    return memory if size == megabytes else _new(megabytes)


def give_back(megabytes: int, memory: SearchMemory) -> None:
    """Keep it for the next search."""
    _spare[:] = [(megabytes, memory)]


if hasattr(os, "register_at_fork"):  # a child allocates its own: its parent may be searching
    os.register_at_fork(after_in_child=_spare.clear)
