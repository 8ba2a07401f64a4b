"""Which moves the engine tries, and which of them first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.game import Game
from outply.search.engine.desk import Desk
from outply.search.table import NO_MOVE, Table

__all__ = ["ENDLESS", "Ordering"]

ENDLESS = 0xFFFF
"""A depth that does not run out: to the end of the game."""

FEW = 16  # moves


@dataclass(frozen=True, kw_only=True)
class Ordering:
    ordered: bool  # the game has an order of its own
    choosy: bool  # the game names candidates among its moves

    def goes_by_experience(self, depth: int) -> bool:
        """Where a game has an order of its own, proofs are shorter by that alone."""
        return depth != ENDLESS or not self.ordered

    def folded(self, game: Game[Any], state: Any) -> Any:
        """The state that stands for this one in the table."""
        return game.canonical(state) if game.worth_folding(state) else state

    def listed(self, game: Game[Any], state: Any, depth: int, base: int, desk: Desk) -> int:
        """Put the moves on the desk, from `base` on; where they end."""
        end = base
        if depth < 2:
            for move in game.moves(state):
                desk.put(end, move)
                end += 1
        else:
            for move in game.candidates(state):
                desk.put(end, move)
                end += 1
        return end

    def rate(
        self,
        game: Game[Any],
        state: Any,
        first: int,
        end: int,
        depth: int,
        player: int,
        height: int,
        last: int,
        table: Table,
        desk: Desk,
    ) -> None:
        """Say of each move how early to try it; if few, that what they lead to is needed soon."""
        for index in range(first, end):
            move = desk.move(index)
            if end - first <= FEW:
                table.expect(game.key(self.folded(game, game.result(state, move))))
            merit = 0
            if self.goes_by_experience(depth):
                merit = desk.merit(move, player, height, last)
            desk.rate(index, game.order(state, move), merit)

    def root_list(self, game: Game[Any], state: Any, height: int, table: Table, desk: Desk) -> int:
        """List the moves at the root, best first, those that lose at once last."""
        player = game.to_move(state)
        middle = self.listed(game, state, ENDLESS, 0, desk)
        self.rate(game, state, 0, middle, ENDLESS, player, height, NO_MOVE, table, desk)
        desk.sort(0, middle)
        if not self.choosy:
            return middle
        end = middle
        for move in game.moves(state):
            if desk.find(0, middle, move) == middle:
                desk.put(end, move)
                end += 1
        return end
