"""Alpha-beta that deepens ply by ply and tries first what was best one ply before.

Sources: Slate and Atkin, "Chess 4.5: The Northwestern University Chess Program" (1977), for
deepening with the best moves kept; Korf, "Depth-First Iterative-Deepening", Artificial
Intelligence 27 (1985), for what it costs.

When the time is up within a depth, the answer is the result of the last depth that was finished:
`run_within_limit.py` sees to that for every search. The engine may know a better move by then, and
answers with that one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from outply.game import INFINITY, Game
from outply.search.alphabeta_with_memory import alphabeta_with_memory
from outply.search.base import Window
from outply.search.depth import TableSearch
from outply.search.transposition_table import Table
from outply.search.watch import Watch

__all__ = ["DeepeningAlphaBeta"]


@dataclass(frozen=True)
class DeepeningAlphaBeta(TableSearch):
    """Alpha-beta with memory to depth 1, 2, 3, …, the table kept from one to the next.

    Each depth returns what minimax returns. Nodes are counted over all depths, and a value that
    is proved ends it.
    """

    name: ClassVar[str] = "iterative-deepening"
    values_for: ClassVar[str] = "mover"
    deepening: ClassVar[Literal["as limited", "always", "never"]] = "always"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch, table: Table) -> float:
        window = Window(-INFINITY, INFINITY)
        return alphabeta_with_memory(game, state, depth, window, False, watch, table)
