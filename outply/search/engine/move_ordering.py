"""Which moves the exact search tries, and in which order.

The table's move comes first (`principal_variation_search.py`). The others follow by the game's
`order`, then by what they achieved elsewhere (`RatedMove` in `move_stack.py`).

Killers and history are in `killers_and_history.py`. The selective search orders its moves in
stages: `selective_search.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.game import Game
from outply.search.engine.memory import Memory
from outply.search.engine.move_stack import MoveStack
from outply.search.engine.root import Ply
from outply.search.transposition_table import NO_MOVE

__all__ = ["ENDLESS", "MoveOrdering"]

ENDLESS = 0xFFFF
"""A depth that does not run out: to the end of the game."""

FEW = 16  # moves whose entries are worth prefetching


@dataclass(frozen=True, kw_only=True)
class MoveOrdering:
    has_order: bool  # the game defines `order`
    has_candidates: bool  # the game defines `candidates`

    def uses_history(self, depth: int) -> bool:
        """Whether to use history: not in a proof, if the game defines `order`, which is better."""
        return depth != ENDLESS or not self.has_order

    def canonical(self, game: Game[Any], state: Any) -> Any:
        """The state that stands for this one and its mirror images in the table."""
        return game.canonical(state) if game.use_symmetry(state) else state

    def list_moves(
        self, game: Game[Any], state: Any, depth: int, first: int, moves: MoveStack
    ) -> int:
        """Put the moves to try on the stack, from `first` on; returns where they end."""
        end = first
        if depth < 2:
            for move in game.moves(state):
                moves.put(end, move)
                end += 1
        else:
            for move in game.candidates(state):
                moves.put(end, move)
                end += 1
        return end

    def list_others(
        self, game: Game[Any], state: Any, first: int, end: int, moves: MoveStack
    ) -> int:
        """Put the moves that are no candidates behind those from `first` to `end`."""
        last = end
        for move in game.moves(state):
            if moves.find(first, end, move) == end:
                moves.put(last, move)
                last += 1
        return last

    def count_candidates(self, game: Game[Any], state: Any) -> int:
        count = 0
        for _ in game.candidates(state):
            count += 1
        return count

    def rate_moves(self, game: Game[Any], state: Any, depth: int, ply: Ply, memory: Memory) -> None:
        """Rate the moves from `ply.first` to `ply.end`, and prefetch their entries if few."""
        player = game.to_move(state)
        for index in range(ply.first, ply.end):
            move = memory.moves.move(index)
            if ply.end - ply.first <= FEW:
                after = game.result(state, move)
                memory.table.prefetch(game.key(self.canonical(game, after)))
            score = 0
            if self.uses_history(depth):
                score = memory.history.score(move, player, ply.remaining, ply.previous)
            memory.moves.rate(index, game.order(state, move), score)

    def list_root_moves(self, game: Game[Any], state: Any, memory: Memory) -> int:
        """List all moves at the root, sorted; those that are no candidates come last."""
        moves = memory.moves
        middle = self.list_moves(game, state, ENDLESS, 0, moves)
        ply = Ply(memory.root.remaining, 0, middle, NO_MOVE)
        self.rate_moves(game, state, ENDLESS, ply, memory)
        moves.sort(0, middle)
        return self.list_others(game, state, 0, middle, moves) if self.has_candidates else middle
