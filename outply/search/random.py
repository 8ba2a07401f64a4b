"""A move at random: the opponent that every search must beat."""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import perf_counter
from typing import Any, ClassVar

from outply.game import MAX, Game
from outply.search.base import Request, Result, Search

__all__ = ["Random"]


@dataclass(frozen=True)
class Random(Search):
    """Picks any legal move, each equally likely; the same one for the same seed and sight."""

    name: ClassVar[str] = "random"

    seed: int = 0

    def answer(self, game: Game[Any], state: Any, request: Request) -> Result:
        began = perf_counter()
        over = game.is_terminal(state)
        moves = [] if over else list(game.moves(state))
        player = max(game.to_move(state), MAX)  # where chance is to move, MAX
        seen = game.observation(state, player)
        move = random.Random(f"{self.seed} {seen}").choice(moves) if moves else None
        return Result(
            move=move,
            value=game.utility(state, player) if over else game.evaluate(state, player),
            line=() if move is None else (move,),
            depth=0,
            nodes=1,
            seconds=perf_counter() - began,
            proved=over,
            compiled=False,
        )
