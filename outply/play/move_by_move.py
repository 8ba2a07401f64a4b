"""What the moves are worth that were not chosen: each is searched on its own."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from outply.play.onlooker import Onlooker
from outply.play.thinker import Thinker
from outply.play.worth import Worth
from outply.search import Limit, Result

__all__ = ["OtherMoves"]


class OtherMoves:
    """The searches after each of them, which share the thinker's limit.

    `depth` is how deep they look, at most, and what is looked so deep is known. Where it is
    None, only the truth is.
    """

    def __init__(self, thinker: Thinker, state: Any, depth: int | None) -> None:
        self._thinker, self._state, self._depth = thinker, state, depth
        self._ends = perf_counter() + (thinker.limit.seconds or 0.0)
        self._nodes_left = thinker.limit.nodes

    def fill(self, moves: dict[int, Worth | None], onlooker: Onlooker) -> bool:
        """Write what is found into `moves`; False if Ctrl-C ended it."""
        others = [move for move, worth in moves.items() if worth is None]
        try:
            for done, move in enumerate(others):
                onlooker.other_move(done, len(others))
                moves[move] = self._worth(move, len(others) - done)
        except KeyboardInterrupt:
            return False
        return True

    def _worth(self, move: int, left: int) -> Worth | None:
        game = self._thinker.game
        after, player = game.result(self._state, move), game.to_move(self._state)
        if game.is_terminal(after):
            return self._at_once(move, game.utility(after, player))
        if self._depth == -1 or not (game.traits.players == 2 and game.traits.zero_sum):
            return None
        found = self._searched(after, left)
        return self._one_ply_before(move, found, same=game.to_move(after) == player)

    def _at_once(self, move: int, utility: float) -> Worth:
        decides = utility != 0.0 and self._thinker.game.utility_range == (-1.0, 1.0)
        return Worth(utility, 1, True, 1 if decides else None, (move,))

    def _one_ply_before(self, move: int, found: Result, *, same: bool) -> Worth:
        return Worth(
            value=found.value if same else 0.0 - found.value,
            depth=found.depth + 1,
            known=found.proved or found.depth == self._depth,
            distance=None if found.distance is None else found.distance + 1,
            line=(move, *found.line),
        )

    def _searched(self, after: Any, left: int) -> Result:
        result = self._thinker.think(after, self._share(left))
        if result.interrupted:
            raise KeyboardInterrupt
        if self._nodes_left is not None:
            self._nodes_left -= result.nodes
        return result

    def _share(self, left: int) -> Limit:
        limit = self._thinker.limit
        return Limit(
            seconds=None if limit.seconds is None else self._seconds_left() / left,
            depth=self._depth,
            nodes=None if self._nodes_left is None else max(0, self._nodes_left) // left,
        )

    def _seconds_left(self) -> float:
        return max(0.0, self._ends - perf_counter())
