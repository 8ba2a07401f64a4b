"""The value of each move or outcome, found by searching the state after it."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

from outply.choices import choices
from outply.game import CHANCE, Game
from outply.play.searcher import Searcher
from outply.play.states import valued_player
from outply.search import Limit, Result
from outply.search.engine import EngineRun

__all__ = ["AnalysisObserver", "MoveValue", "OtherMoves", "needs_searches"]


class MoveValue(NamedTuple):
    """The value of a move for the player who makes it, and the depth of the search from before it.

    `known` says that the search was as deep as that of the best move, or that the value is proved.
    `distance` is the number of plies to the win or loss, if it is known. `line` is the principal
    variation, which starts with the move itself.
    """

    value: float
    depth: int
    known: bool
    distance: int | None = None
    line: tuple[int, ...] = ()


class AnalysisObserver:
    """Receives the progress of an analysis; override the methods you need."""

    def on_depth(self, result: Result) -> None:
        """A depth was finished."""

    def on_proof(self, run: EngineRun) -> None:
        """A proof begins; the run counts its nodes."""

    def on_other_move(self, done: int, total: int) -> None:
        """The search of one of the other moves begins."""


def needs_searches(game: Game[Any], state: Any) -> bool:
    """Whether any move or outcome only gets a value by a search of the state after it."""
    if game.traits.hidden:
        return False
    afters = (game.result(state, choice) for choice in choices(game, state))
    return any(
        not game.is_terminal(after) and _is_comparable(game, after, state) for after in afters
    )


def _is_comparable(game: Game[Any], after: Any, before: Any) -> bool:
    """Whether the value of a state also gives the value for the player to move before it."""
    same = valued_player(game, after) == valued_player(game, before)
    return same or (game.traits.players == 2 and game.traits.zero_sum)


class OtherMoves:
    """Searches the states after the moves that have no value yet, within one shared limit.

    Each search is as deep as the search of the state before, counted from there: one ply less
    after a move, but the same after an outcome, which is no ply. Values of that depth are known.
    If `result_depth` is None, only proved values are known.
    """

    def __init__(self, searcher: Searcher, state: Any, result_depth: int | None) -> None:
        game = searcher.game
        self._searcher = replace(searcher, history=(*searcher.history, state))
        self._state = state
        self._player = valued_player(game, state)
        self._plies = 0 if game.to_move(state) == CHANCE else 1
        self._depth = None if result_depth is None else result_depth - self._plies
        self._deadline = perf_counter() + (searcher.limit.seconds or 0.0)
        self._nodes_left = searcher.limit.nodes

    def fill(self, moves: dict[int, MoveValue | None], observer: AnalysisObserver) -> bool:
        """Fill in the missing values of `moves`; return False if Ctrl-C ended the searches."""
        others = [move for move, value in moves.items() if value is None]
        try:
            for done, move in enumerate(others):
                observer.on_other_move(done, len(others))
                moves[move] = self._value_of(move, len(others) - done)
        except KeyboardInterrupt:
            return False
        return True

    def _value_of(self, move: int, moves_left: int) -> MoveValue | None:
        game = self._searcher.game
        if game.traits.hidden:
            return None  # the true state after the move tells more than the player knows
        after = game.result(self._state, move)
        if game.is_terminal(after):
            return self._terminal_value(move, game.utility(after, self._player))
        if not self._allows_searches or not _is_comparable(game, after, self._state):
            return None
        same = valued_player(game, after) == self._player
        return self._value_before(move, self._search(after, moves_left), same=same)

    @property
    def _allows_searches(self) -> bool:
        return self._depth is None or self._depth + self._plies > 0

    def _terminal_value(self, move: int, utility: float) -> MoveValue:
        decides = utility != 0.0 and self._searcher.game.utility_range == (-1.0, 1.0)
        return MoveValue(utility, 1, True, 1 if decides else None, (move,))

    def _value_before(self, move: int, after: Result, *, same: bool) -> MoveValue:
        """Turn the result of the state after a move into the value of that move."""
        return MoveValue(
            value=after.value if same else 0.0 - after.value,
            depth=after.depth + self._plies,
            known=after.proved or after.depth == self._depth,
            distance=None if after.distance is None else after.distance + self._plies,
            line=(move, *after.line),
        )

    def _search(self, state: Any, moves_left: int) -> Result:
        result = self._searcher.run(state, self._limit_of_one(moves_left))
        if result.interrupted:
            raise KeyboardInterrupt
        if self._nodes_left is not None:
            self._nodes_left -= result.nodes
        return result

    def _limit_of_one(self, moves_left: int) -> Limit:
        limit = self._searcher.limit
        seconds_left = max(0.0, self._deadline - perf_counter())
        return Limit(
            seconds=None if limit.seconds is None else seconds_left / moves_left,
            depth=self._depth,
            nodes=None if self._nodes_left is None else max(0, self._nodes_left) // moves_left,
        )
