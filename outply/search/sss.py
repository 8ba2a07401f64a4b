"""SSS* and its dual, as alpha-beta with memory whose empty window comes down, or up.

Sources: Stockman, "A Minimax Algorithm Better than Alpha-Beta?", Artificial Intelligence 12
(1979), for SSS*; Marsland, Reinefeld and Schaeffer (1987) for its dual; Plaat, Schaeffer, Pijls
and de Bruin, "Best-First Fixed-Depth Minimax Algorithms", Artificial Intelligence 87 (1996), for
both as MTD(+∞) and MTD(−∞).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import Game
from outply.search.depth import TableSearch
from outply.search.mtdf import mtd
from outply.search.transposition_table import Table
from outply.search.watch import Watch

__all__ = ["SSS", "DualSSS"]

LARGEST = sys.float_info.max


@dataclass(frozen=True)
class SSS(TableSearch):
    """Best-first search from above: each pass lowers the bound on the value.

    It evaluates the leaves that Stockman's SSS* evaluates, never more than alpha-beta does, as
    long as the table is large enough to keep them all.
    """

    name: ClassVar[str] = "sss"
    values_for: ClassVar[str] = "mover"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch, table: Table) -> float:
        return mtd(game, state, depth, LARGEST, watch, table)


@dataclass(frozen=True)
class DualSSS(TableSearch):
    """Best-first search from below: each pass raises the bound on the value.

    It is SSS* with the sides exchanged, and so are the leaves that it evaluates.
    """

    name: ClassVar[str] = "dual-sss"
    values_for: ClassVar[str] = "mover"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch, table: Table) -> float:
        return mtd(game, state, depth, -LARGEST, watch, table)
