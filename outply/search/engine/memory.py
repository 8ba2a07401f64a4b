"""The memory of engine searches.

Memory, SelectiveMemory   what compiled nodes work on
SearchMemory              what the host gives to them: all records of one thread
KeptMemory                what stays from one move of a game to the next
take_empty, give_back     memory that searches hand on, since to allocate it takes time
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.compiler.native_watch import NativeWatch
from outply.compiler.records import Record
from outply.game import Game, OutplyError
from outply.search.engine.killers_and_history import MoveHistory, QuietHistory
from outply.search.engine.move_stack import MoveStack
from outply.search.engine.path import RootPath
from outply.search.engine.root import Root
from outply.search.runner import INLINE_DEPTH
from outply.search.transposition_table import Table
from outply.search.watch import Watch

if TYPE_CHECKING:
    from outply.search.engine.engine import Engine

__all__ = ["KeptMemory", "Memory", "SearchMemory", "SelectiveMemory", "give_back", "take_empty"]

FEW_MEGABYTES = 1024  # that every machine has


class Memory(NamedTuple):
    """What all nodes of an exact search share: one context instead of five parameters."""

    watch: Watch
    table: Table
    moves: MoveStack
    history: MoveHistory
    root: Root


class SelectiveMemory(NamedTuple):
    """What all nodes of a selective search share."""

    watch: Watch
    table: Table
    moves: MoveStack
    history: QuietHistory
    path: RootPath


class SearchMemory:
    """All records of a search in one thread, with a watch for searches of this depth."""

    def __init__(self, table: Table, selective: bool, depth: int = INLINE_DEPTH) -> None:
        self.table, self.moves, self.is_selective = table, MoveStack(), selective
        self.history: MoveHistory | QuietHistory = QuietHistory() if selective else MoveHistory()
        self.root: Root = RootPath() if selective else Root()
        self.watch = NativeWatch(depth)
        # What a search takes after its watch
        self.records: tuple[Record, ...] = (self.table, self.moves, self.history, self.root)

    def forget(self) -> None:
        """Forget which moves were good; the table is cleared apart, since threads share it."""
        self.history.clear_arrays()
        self.history.is_used = False


class KeptMemory:
    """What an engine keeps between the moves of one game: its table and its history.

    If it is `reserved`, the first search allocates the whole table. Otherwise a search may have to
    wait while the table grows: 0.1 seconds for 64 megabytes.
    """

    def __init__(self, reserved: bool = False) -> None:
        self._memory: SearchMemory | None = None
        self._key: tuple[Any, ...] = ()
        self._is_reserved, self._is_whole, self._is_new = reserved, False, True

    def clear(self) -> None:
        """Begin another game: the next search finds nothing."""
        self._is_new = True

    def of(self, engine: Engine, game: Game[Any], player: int, selective: bool) -> SearchMemory:
        """The memory as it was left, if it is of the same game and of an engine like this one.

        With contempt, draws are worth another value to the other player.
        """
        viewer = player if engine.contempt else -1
        key = engine.megabytes, selective, game, engine.contempt, viewer
        memory = self._memory
        if memory is None or self._key[:2] != key[:2]:
            self._memory = None  # so that there are never two tables
            memory = self._memory = _new(engine.megabytes, selective)
            self._is_whole = self._is_reserved and _is_at_hand(engine.megabytes)
            if self._is_whole:
                memory.table.slots.clear()  # now the system must give us the pages
        if self._is_new or self._key != key:
            memory.table.clear(engine.threads, grows=not self._is_whole)
            if memory.history.is_used:
                memory.forget()
        else:
            memory.table.age_by_one(engine.threads)
        self._key, self._is_new = key, False
        return memory


def _is_at_hand(megabytes: int) -> bool:
    """Whether a table takes less than half of this machine's memory."""
    names: dict[str, int] = getattr(os, "sysconf_names", {})
    if not {"SC_PHYS_PAGES", "SC_PAGE_SIZE"} <= names.keys():
        return megabytes <= FEW_MEGABYTES
    return 2 * megabytes << 20 <= os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _new(megabytes: int, selective: bool) -> SearchMemory:
    try:
        return SearchMemory(Table(megabytes), selective)
    except (OSError, MemoryError):
        raise OutplyError(
            f"This machine has no {megabytes:,} megabytes for the engine's table; give fewer."
        ) from None


_spare: list[tuple[int, SearchMemory]] = []  # one at most: a new one takes time to allocate


def take_empty(megabytes: int, selective: bool, threads: int) -> SearchMemory:
    """The memory of an earlier search, or new memory, in which nothing is found."""
    try:
        size, memory = _spare.pop()
        fits = size == megabytes and memory.is_selective == selective
    except IndexError:
        fits = False
    if not fits:
        memory = _new(megabytes, selective)
    memory.table.clear(threads)
    if memory.history.is_used:
        memory.forget()
    return memory


def give_back(megabytes: int, memory: SearchMemory) -> None:
    """Keep it for the next search."""
    _spare[:] = [(megabytes, memory)]


if hasattr(os, "register_at_fork"):  # a child allocates its own: its parent may be searching
    os.register_at_fork(after_in_child=_spare.clear)
