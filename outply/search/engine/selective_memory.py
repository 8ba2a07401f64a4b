"""The memory of one selective search."""

from __future__ import annotations

from typing import NamedTuple

from outply.search.engine.move_stack import MoveStack
from outply.search.engine.path import Path
from outply.search.engine.quiet_history import QuietHistory
from outply.search.table import Table
from outply.search.watch import Watch

__all__ = ["SelectiveMemory"]


class SelectiveMemory(NamedTuple):
    """What all nodes of a selective search share."""

    watch: Watch
    table: Table
    moves: MoveStack
    history: QuietHistory
    path: Path
