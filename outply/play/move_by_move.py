"""What the moves are worth that were not chosen, or the outcomes: each is searched on its own."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from outply.game import CHANCE, Game
from outply.play.onlooker import Onlooker
from outply.play.outcome import valued_player
from outply.play.sight import choices
from outply.play.thinker import Thinker
from outply.play.worth import Worth
from outply.search import Limit, Result

__all__ = ["OtherMoves", "are_searched"]


def are_searched(game: Game[Any], state: Any) -> bool:
    """Whether the value of any move, or outcome, takes a search from after it."""
    if game.traits.hidden:
        return False
    afters = (game.result(state, choice) for choice in choices(game, state))
    return any(not game.is_terminal(after) and _tells(game, after, state) for after in afters)


def _tells(game: Game[Any], after: Any, before: Any) -> bool:
    """Whether the value of a state is also one for the player who was to move before it."""
    same = valued_player(game, after) == valued_player(game, before)
    return same or (game.traits.players == 2 and game.traits.zero_sum)


class OtherMoves:
    """The searches after each of them, which share the thinker's limit.

    They look as deep as the search from before them did, and what is looked so deep is known:
    a ply less deep after a move, but not after an outcome, which is no ply. Where
    `result_depth` is None, only the truth is known.
    """

    def __init__(self, thinker: Thinker, state: Any, result_depth: int | None) -> None:
        game = thinker.game
        self._thinker, self._state = thinker, state
        self._player = valued_player(game, state)
        self._plies = 0 if game.to_move(state) == CHANCE else 1
        self._depth = None if result_depth is None else result_depth - self._plies
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
        if game.traits.hidden:
            return None  # what follows is not what the player knows
        after = game.result(self._state, move)
        if game.is_terminal(after):
            return self._at_once(move, game.utility(after, self._player))
        if not self._is_searched or not _tells(game, after, self._state):
            return None
        same = valued_player(game, after) == self._player
        return self._before(move, self._searched(after, left), same=same)

    @property
    def _is_searched(self) -> bool:
        return self._depth is None or self._depth + self._plies > 0

    def _at_once(self, move: int, utility: float) -> Worth:
        decides = utility != 0.0 and self._thinker.game.utility_range == (-1.0, 1.0)
        return Worth(utility, 1, True, 1 if decides else None, (move,))

    def _before(self, move: int, found: Result, *, same: bool) -> Worth:
        return Worth(
            value=found.value if same else 0.0 - found.value,
            depth=found.depth + self._plies,
            known=found.proved or found.depth == self._depth,
            distance=None if found.distance is None else found.distance + self._plies,
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
