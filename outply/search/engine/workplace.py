"""The memory of one search: a transposition table and a desk. Searches hand it on."""

from __future__ import annotations

import os

from outply.compiler.memory import NativeWatch
from outply.game import OutplyError
from outply.search.engine.desk import Desk
from outply.search.pace import INLINE_HEIGHT
from outply.search.table import Table

__all__ = ["Workplace", "give_back", "take"]


class Workplace:
    """Its watch has room for any search that runs on the stack of its caller."""

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes
        self.table, self.desk = _table(megabytes), Desk()
        self.watch = NativeWatch(INLINE_HEIGHT)


def _table(megabytes: int) -> Table:
    try:
        return Table(megabytes)
    except (OSError, MemoryError):
        raise OutplyError(
            f"This machine has no {megabytes:,} megabytes for the engine's table; give fewer."
        ) from None


_spare: list[Workplace] = []  # one at most: a new one takes time to get


def take(megabytes: int) -> Workplace:
    """One that is left, or new; it is not tidied."""
    try:
        left = _spare.pop()
    except IndexError:
        return Workplace(megabytes)
    return left if left.megabytes == megabytes else Workplace(megabytes)


def give_back(workplace: Workplace) -> None:
    """For the next search."""
    _spare[:] = [workplace]


if hasattr(os, "register_at_fork"):  # a child has its own: a search may be at work in its parent
    os.register_at_fork(after_in_child=_spare.clear)
