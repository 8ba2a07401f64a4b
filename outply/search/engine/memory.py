"""The memory of one engine search, and the pool that hands it from one search to the next."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.compiler.native_watch import NativeWatch
from outply.compiler.records import Record
from outply.game import Game, OutplyError
from outply.search.engine.killers_and_history import History
from outply.search.engine.move_stack import MoveStack
from outply.search.engine.path import Path
from outply.search.engine.quiet_history import QuietHistory
from outply.search.engine.root import Root
from outply.search.host import INLINE_DEPTH
from outply.search.table import Table
from outply.search.watch import Watch

if TYPE_CHECKING:
    from outply.search.engine.engine import Engine

__all__ = ["KeptMemory", "Memory", "SearchMemory", "give_back", "take"]


class Memory(NamedTuple):
    """What all nodes of a search share: one context instead of five parameters."""

    watch: Watch
    table: Table
    moves: MoveStack
    history: History
    root: Root


class SearchMemory:
    """Everything that a search in one thread needs, with a watch for searches of this depth."""

    def __init__(self, table: Table, selective: bool, depth: int = INLINE_DEPTH) -> None:
        self.table, self.moves, self.is_selective = table, MoveStack(), selective
        self.history: History | QuietHistory = QuietHistory() if selective else History()
        self.root: Root = Path() if selective else Root()
        self.watch = NativeWatch(depth)

    def reset(self, contempt: float, remaining: int, keys: Sequence[int] = ()) -> None:
        """Prepare for a new search, after a game with these keys; the table stays as it is."""
        self.root.reset(contempt, remaining)
        if isinstance(self.root, Path):
            self.root.begin(keys)

    def forget(self) -> None:
        """Forget which moves were good; the table is cleared apart, since threads share it."""
        self.history.reset()

    @property
    def records(self) -> tuple[Record, ...]:
        """What a search takes after its watch."""
        return self.table, self.moves, self.history, self.root


class KeptMemory:
    """What an engine keeps between the moves of one game: its table and its history."""

    def __init__(self) -> None:
        self._memory: SearchMemory | None = None
        self._key: tuple[Any, ...] = ()

    def of(self, engine: Engine, game: Game[Any], player: int, selective: bool) -> SearchMemory:
        """The memory as it was left, if it is of the same game and of an engine like this one.

        With contempt, draws are worth another value to the other player.
        """
        viewer = player if engine.contempt else -1
        key = game, engine.megabytes, engine.contempt, viewer, selective
        if self._memory is None or self._key != key:
            self._memory, self._key = _new(engine.megabytes, selective), key
            self._memory.table.clear(engine.threads)
            self._memory.forget()
        else:
            self._memory.table.age_by_one(engine.threads)
        return self._memory


def _new(megabytes: int, selective: bool) -> SearchMemory:
    try:
        return SearchMemory(Table(megabytes), selective)
    except (OSError, MemoryError):
        raise OutplyError(
            f"This machine has no {megabytes:,} megabytes for the engine's table; give fewer."
        ) from None


_spare: list[tuple[int, SearchMemory]] = []  # one at most: a new one takes time to allocate


def take(megabytes: int, selective: bool) -> SearchMemory:
    """The memory of an earlier search, or new memory; it is not reset."""
    try:
        size, memory = _spare.pop()
    except IndexError:
        return _new(megabytes, selective)
    fits = size == megabytes and memory.is_selective == selective
    return memory if fits else _new(megabytes, selective)


def give_back(megabytes: int, memory: SearchMemory) -> None:
    """Keep it for the next search."""
    _spare[:] = [(megabytes, memory)]


if hasattr(os, "register_at_fork"):  # a child allocates its own: its parent may be searching
    os.register_at_fork(after_in_child=_spare.clear)
