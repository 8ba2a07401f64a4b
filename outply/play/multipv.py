"""The best moves of a position with their lines (MultiPV), found by the engine.

In a game of win, draw and loss, null-window searches can often prove the value of a position: they
find one value and not several, but they reach the end of the game. So part of the limit goes to a
proof, if the game says how many plies it can last. If there is no proof, iterative deepening
searches several lines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from outply.game import FOREVER
from outply.play.move_values import AnalysisObserver, MoveValue, OtherMoves
from outply.play.searcher import Searcher
from outply.search import Limit, Result
from outply.search.engine import Engine, Solution

__all__ = ["MultiPV"]

ALL_LINES_UP_TO = 10  # moves: a position with no more of them gets a line for each
DEFAULT_LINES = 5  # in a position with more moves
PROOF_SHARE = 0.5  # of the limit
LIMIT_AFTER_CTRL_C = Limit(seconds=0.1)  # enough for some answer

MoveValues = dict[int, MoveValue | None]


@dataclass(frozen=True)
class MultiPV:
    """The engine's analysis of one position; `wanted` is the number of lines, or None."""

    searcher: Searcher
    engine: Engine
    state: Any
    wanted: int | None
    observer: AnalysisObserver

    def run(self) -> tuple[Result, MoveValues, bool]:
        """Return the result, the value of each legal move, and whether Ctrl-C ended the search."""
        if self.searcher.game.is_terminal(self.state) or not self._is_worth_proving():
            return self._search_lines(self.searcher)
        solution = self._try_proof()
        if solution.result.proved:
            return self._from_proof(solution)
        if solution.result.interrupted:
            result, moves, _ = self._search_lines(replace(self.searcher, limit=LIMIT_AFTER_CTRL_C))
            return result, moves, True
        result, moves, interrupted = self._search_lines(self._after(solution))
        return _with_effort_of(solution, result), moves, interrupted

    # -- proof ------------------------------------------------------------------------

    def _is_worth_proving(self) -> bool:
        game, limit = self.searcher.game, self.searcher.limit
        has_end = game.plies_left(self.state) != FOREVER
        return has_end and limit.depth is None and game.utility_range == (-1.0, 1.0)

    def _try_proof(self) -> Solution:
        searcher = self.searcher.with_share(PROOF_SHARE)
        return self._one_line.solve(
            *(searcher.game, self.state, searcher.limit),
            compiled=searcher.compiled,
            started=self.observer.on_proof,
        )

    def _from_proof(self, solution: Solution) -> tuple[Result, MoveValues, bool]:
        result = solution.result
        moves: MoveValues = dict.fromkeys(self._legal)
        for move in solution.best_moves:
            moves[move] = MoveValue(result.value, result.depth, True, result.distance, (move,))
        assert result.move is not None
        moves[result.move] = MoveValue(
            result.value, result.depth, True, result.distance, result.line or (result.move,)
        )
        if result.interrupted:
            return result, moves, True
        return result, moves, not self._fill_others(moves, self._after(solution))

    def _fill_others(self, moves: MoveValues, searcher: Searcher) -> bool:
        """Search each other move on its own if all lines are wanted, else search several lines.

        Return False if Ctrl-C ended the search.
        """
        if self._lines >= len(moves):
            single = replace(searcher, search=self._one_line)
            return OtherMoves(single, self.state, result_depth=None).fill(moves, self.observer)
        if self._lines <= sum(value is not None for value in moves.values()):
            return True
        _, found, interrupted = self._search_lines(searcher)
        for move, value in found.items():
            if value and not moves[move]:
                moves[move] = value._replace(known=value.distance is not None)
        return not interrupted

    # -- iterative deepening ----------------------------------------------------------

    def _search_lines(self, searcher: Searcher) -> tuple[Result, MoveValues, bool]:
        lines = max(1, self._lines) if len(self._legal) > 1 else 2  # the value of the only move
        multiple = replace(searcher, search=replace(self.engine, lines=lines))
        result = multiple.run(self.state, progress=self.observer.on_depth)
        moves: MoveValues = dict.fromkeys(self._legal)
        for move, value, line, distance in result.lines:
            moves[move] = MoveValue(value + 0.0, result.depth, True, distance, line or (move,))
        if result.move is not None and result.depth:
            best = moves[result.move]
            moves[result.move] = best and best._replace(value=result.value)
        return result, moves, result.interrupted

    # -- shared -----------------------------------------------------------------------

    @property
    def _legal(self) -> list[int]:
        game = self.searcher.game
        return [] if game.is_terminal(self.state) else list(game.moves(self.state))

    @property
    def _lines(self) -> int:
        if self.wanted is not None:
            return self.wanted
        if self.engine.lines > 1:
            return self.engine.lines
        return len(self._legal) if len(self._legal) <= ALL_LINES_UP_TO else DEFAULT_LINES

    @property
    def _one_line(self) -> Engine:
        return replace(self.engine, lines=1)

    def _after(self, solution: Solution) -> Searcher:
        return self.searcher.after_spending(solution.seconds, solution.nodes)


def _with_effort_of(solution: Solution, result: Result) -> Result:
    """Add the nodes and seconds of an unsuccessful proof to a result."""
    return replace(
        result, nodes=result.nodes + solution.nodes, seconds=result.seconds + solution.seconds
    )
