"""Paranoid: alpha-beta against everyone else at once.

Source: Sturtevant and Korf, "On Pruning Techniques for Multi-Player Games" (2000).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import INFINITY, Game
from outply.search.alphabeta import AlphaBetaSettings, alphabeta
from outply.search.depth import CoalitionSearch
from outply.search.watch import Watch

__all__ = ["Paranoid"]


@dataclass(frozen=True)
class Paranoid(CoalitionSearch):
    """All others are taken for one coalition against the player to move."""

    name: ClassVar[str] = "paranoid"
    values_for: ClassVar[str] = "root"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
        player = game.to_move(state)
        return alphabeta(game, state, depth, -INFINITY, INFINITY, watch, AlphaBetaSettings(player))
