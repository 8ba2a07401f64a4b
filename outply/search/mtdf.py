"""MTD(f): close in on the value by empty windows, from a first guess at it.

Source: Plaat, Schaeffer, Pijls and de Bruin, "Best-First Fixed-Depth Minimax Algorithms",
Artificial Intelligence 87 (1996).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.compiler.primitives import above
from outply.game import INFINITY, Game
from outply.search.alphabeta_with_memory import alphabeta_with_memory
from outply.search.base import Window
from outply.search.depth import TableSearch
from outply.search.negascout import below
from outply.search.transposition_table import ABSENT, Table
from outply.search.watch import Watch

__all__ = ["MTDF", "first_guess", "mtd"]


def mtd(
    game: Game[Any],
    state: Any,
    depth: int,
    test: float,
    watch: Watch,
    table: Table,
) -> float:
    """The value v of `state` to the player to move, whatever the first `test` is.

    Each pass asks whether v >= test. No, for v <= found: then found is tested next. Yes, for
    v >= found: then what is above found. A yes at the least upper bound is v, and has its move.
    """
    most = INFINITY
    while True:
        window = Window(below(test), test)
        found = alphabeta_with_memory(game, state, depth, window, False, watch, table)
        if found >= most:
            return found
        if found < test:
            most = found
            test = found
        else:
            test = above(found)


def first_guess(game: Game[Any], state: Any, table: Table) -> float:
    """What the search one ply less deep has found, or else the evaluation."""
    known = table.find(game.key(state))
    return game.evaluate(state, game.to_move(state)) if known.bound == ABSENT else known.value


@dataclass(frozen=True)
class MTDF(TableSearch):
    """Alpha-beta with memory in empty windows, which start where the value is expected."""

    name: ClassVar[str] = "mtdf"
    values_for: ClassVar[str] = "mover"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch, table: Table) -> float:
        return mtd(game, state, depth, first_guess(game, state, table), watch, table)
