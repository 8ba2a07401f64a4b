"""What a position is worth, and each move in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from outply.cli.thinker import Thinker
from outply.game import Game
from outply.search import Limit, Progress, Result

__all__ = ["Analysis", "analyze"]


@dataclass(frozen=True)
class Analysis:
    """`values` has every legal move, and what it is worth to the player to move, if known."""

    game: Game[Any]
    state: Any
    result: Result
    values: dict[int, float | None]
    interrupted: bool

    @property
    def distance(self) -> int | None:
        """Plies to the end under best play; these searches know it only where there are none."""
        return 0 if self.result.move is None else None


def analyze(
    thinker: Thinker,
    state: Any,
    progress: Progress | None = None,
    on_move: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Look ahead from `state`, then from after each other move, one ply less deep.

    Of a limit of seconds the first search has half, and the others share what is left.
    A limit of depth or nodes is the first search's own. `on_move(done, of)` is told
    before each of the others. Ctrl-C ends it with what is known by then.
    """
    ends = perf_counter() + (thinker.limit.seconds or 0.0)
    result = thinker.think(state, _first_half(thinker.limit), progress)
    game = thinker.game
    values: dict[int, float | None] = {}
    if result.move is not None:
        values = dict.fromkeys(game.moves(state))
        values[result.move] = result.value if result.depth else None
    others = _Others(thinker, state, result, ends)
    interrupted = result.interrupted or not others.fill(values, on_move)
    return Analysis(game, state, result, values, interrupted)


def _first_half(limit: Limit) -> Limit:
    return limit if limit.seconds is None else replace(limit, seconds=limit.seconds / 2)


class _Others:
    """The searches after the moves that were not chosen."""

    def __init__(self, thinker: Thinker, state: Any, result: Result, ends: float) -> None:
        self._thinker, self._state, self._ends = thinker, state, ends
        self._depth = result.depth - 1
        self._nodes_left = thinker.limit.nodes

    def fill(
        self, values: dict[int, float | None], on_move: Callable[[int, int], None] | None
    ) -> bool:
        """Write what is found into `values`; False if Ctrl-C ended it."""
        unknown = [move for move, value in values.items() if value is None]
        try:
            for done, move in enumerate(unknown):
                if on_move:
                    on_move(done, len(unknown))
                values[move] = self._value_after(move, len(unknown) - done)
        except KeyboardInterrupt:
            return False
        return True

    def _value_after(self, move: int, left: int) -> float | None:
        game = self._thinker.game
        after, player = game.result(self._state, move), game.to_move(self._state)
        if game.is_terminal(after):
            return game.utility(after, player)
        if self._depth < 0 or not (game.traits.players == 2 and game.traits.zero_sum):
            return None
        value = self._searched(after, left)
        return value if value is None or game.to_move(after) == player else 0.0 - value

    def _searched(self, after: Any, left: int) -> float | None:
        """The value to whoever moves there, if the search finished."""
        result = self._thinker.think(after, self._share(left))
        if result.interrupted:
            raise KeyboardInterrupt
        if self._nodes_left is not None:
            self._nodes_left -= result.nodes
        return result.value if result.proved or result.depth == self._depth else None

    def _share(self, left: int) -> Limit:
        limit = self._thinker.limit
        return Limit(
            seconds=None if limit.seconds is None else self._seconds_left() / left,
            depth=self._depth,
            nodes=None if self._nodes_left is None else max(0, self._nodes_left) // left,
        )

    def _seconds_left(self) -> float:
        return max(0.0, self._ends - perf_counter())
