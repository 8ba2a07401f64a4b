"""What the engine compiles: a search from the root."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import Game
from outply.search.engine.desk import Desk
from outply.search.engine.proof import Proof
from outply.search.table import NO_MOVE, Table
from outply.search.watch import Stuck, Watch

__all__ = ["PROVE", "Core"]

PROVE = 0xFFFE
"""A depth that asks for the truth by windows of width zero, in a game of win, draw and loss."""


@dataclass(frozen=True, kw_only=True)
class Core(Proof):
    name: ClassVar[str] = "engine"  # as people are told what is compiled

    def run(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        alpha: float,
        beta: float,
        first: int,
        height: int,
        watch: Watch,
        table: Table,
        desk: Desk,
    ) -> float:
        """The value of the best of the root's moves from the `first` listed on.

        That move is then the first of them. Of depth PROVE, the truth, whatever the window.
        Raises Stuck where no move can be made, since the game is over or the rules are wrong.
        """
        if desk.at_root() == 0:
            end = 0 if game.is_terminal(state) else self.root_list(game, state, height, table, desk)
            if not desk.can_hold(0, end):
                raise Stuck
            desk.set_root_player(game.to_move(state))
            desk.set_root(end)
        if not self.graded and depth == PROVE:
            return self.prove(game, state, height, watch, table, desk)
        end = desk.at_root()
        return self.node(
            game, state, depth, alpha, beta, height, first, end, NO_MOVE, watch, table, desk
        )
