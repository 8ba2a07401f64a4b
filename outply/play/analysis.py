"""What a position is worth, and each move in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, NamedTuple

from outply.game import Game
from outply.play.thinker import Thinker
from outply.search import Limit, Progress, Result

__all__ = ["Analysis", "Worth", "analyze"]


class Worth(NamedTuple):
    """What a move is worth to who makes it, and how deep that was looked from before it.

    `known` says that this is as deep as the answer is, or the truth.
    """

    value: float
    depth: int
    known: bool


@dataclass(frozen=True)
class Analysis:
    """`moves` has every legal move, and what was found of it."""

    game: Game[Any]
    state: Any
    result: Result
    moves: dict[int, Worth | None]
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
    result = thinker.think(state, _first_half(thinker.limit), progress)
    game = thinker.game
    moves: dict[int, Worth | None] = {}
    if result.move is not None:
        moves = dict.fromkeys(game.moves(state))
        moves[result.move] = Worth(result.value, result.depth, True) if result.depth else None
    others = _Others(thinker, state, result)
    interrupted = result.interrupted or not others.fill(moves, on_move)
    return Analysis(game, state, result, moves, interrupted)


def _first_half(limit: Limit) -> Limit:
    return limit if limit.seconds is None else replace(limit, seconds=limit.seconds / 2)


class _Others:
    """The searches after the moves that were not chosen."""

    def __init__(self, thinker: Thinker, state: Any, result: Result) -> None:
        self._thinker, self._state = thinker, state
        self._ends = perf_counter() + (thinker.limit.seconds or 0.0) - result.seconds
        self._depth = result.depth - 1
        self._nodes_left = thinker.limit.nodes

    def fill(
        self, moves: dict[int, Worth | None], on_move: Callable[[int, int], None] | None
    ) -> bool:
        """Write what is found into `moves`; False if Ctrl-C ended it."""
        others = [move for move, worth in moves.items() if worth is None]
        try:
            for done, move in enumerate(others):
                if on_move:
                    on_move(done, len(others))
                moves[move] = self._worth(move, len(others) - done)
        except KeyboardInterrupt:
            return False
        return True

    def _worth(self, move: int, left: int) -> Worth | None:
        game = self._thinker.game
        after, player = game.result(self._state, move), game.to_move(self._state)
        if game.is_terminal(after):
            return Worth(game.utility(after, player), 1, True)
        if self._depth < 0 or not (game.traits.players == 2 and game.traits.zero_sum):
            return None
        found = self._searched(after, left)
        value = found.value if game.to_move(after) == player else 0.0 - found.value
        return Worth(value, found.depth + 1, found.proved or found.depth == self._depth)

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
