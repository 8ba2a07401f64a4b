"""Several best moves of a position at once, by the engine.

In a game of win, draw and loss the truth can often be proved at once, by windows of width zero:
these find one value and not several, but look to the end of the game. So part of the limit goes
to a proof, if the game says how long it can last. What it does not decide is searched
with several lines, deeper and deeper.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from outply.game import FOREVER
from outply.play.move_by_move import OtherMoves
from outply.play.onlooker import Onlooker
from outply.play.thinker import Thinker
from outply.play.worth import Worth
from outply.search import Limit, Result
from outply.search.engine import Engine, Solution

__all__ = ["SeveralLines"]

FEW = 10  # moves, so that each is worth a line
SOME = 5  # lines, where there are more
PROOF_SHARE = 0.5  # of the limit
A_GLANCE = Limit(seconds=0.1)  # after Ctrl-C, for something rather than nothing

Moves = dict[int, Worth | None]


@dataclass(frozen=True)
class SeveralLines:
    """An engine at one position; `wanted` is how many lines, the default if None."""

    thinker: Thinker
    engine: Engine
    state: Any
    wanted: int | None
    onlooker: Onlooker

    def found(self) -> tuple[Result, Moves, bool]:
        """The answer, what each legal move is worth, and whether Ctrl-C ended it."""
        if self.thinker.game.is_terminal(self.state) or not self._is_worth_proving():
            return self._by_lines(self.thinker)
        solution = self._attempt()
        if solution.result.proved:
            return self._by_proof(solution)
        if solution.result.interrupted:
            result, moves, _ = self._by_lines(replace(self.thinker, limit=A_GLANCE))
            return result, moves, True
        result, moves, interrupted = self._by_lines(self._after(solution))
        return _at_the_cost_of(solution, result), moves, interrupted

    # -- a proof ----------------------------------------------------------------------

    def _is_worth_proving(self) -> bool:
        game, limit = self.thinker.game, self.thinker.limit
        return (
            limit.depth is None
            and not self.engine.proof(game).has_scores
            and game.plies_left(self.state) != FOREVER
        )

    def _attempt(self) -> Solution:
        thinker = self.thinker.with_share(PROOF_SHARE)
        run = self._one_line.run(thinker.game, self.state, thinker.limit, compiled=thinker.compiled)
        self.onlooker.proving(run)
        return run.solution()

    def _by_proof(self, solution: Solution) -> tuple[Result, Moves, bool]:
        result = solution.result
        moves: Moves = dict.fromkeys(self._legal)
        for move in solution.best_moves:
            moves[move] = Worth(result.value, result.depth, True, result.distance, (move,))
        assert result.move is not None
        moves[result.move] = Worth(
            result.value, result.depth, True, result.distance, result.line or (result.move,)
        )
        if result.interrupted:
            return result, moves, True
        return result, moves, not self._fill_others(moves, self._after(solution))

    def _fill_others(self, moves: Moves, thinker: Thinker) -> bool:
        """Each on its own, if all are wanted; else only as far as lines are. False on Ctrl-C."""
        if self._lines >= len(moves):
            alone = replace(thinker, search=self._one_line)
            return OtherMoves(alone, self.state, result_depth=None).fill(moves, self.onlooker)
        if self._lines <= sum(worth is not None for worth in moves.values()):
            return True
        _, found, interrupted = self._by_lines(thinker)
        for move, worth in found.items():
            if worth and not moves[move]:
                moves[move] = worth._replace(known=worth.distance is not None)
        return not interrupted

    # -- deeper and deeper ------------------------------------------------------------

    def _by_lines(self, thinker: Thinker) -> tuple[Result, Moves, bool]:
        several = replace(thinker, search=replace(self.engine, lines=max(1, self._lines)))
        result = several.think(self.state, progress=self.onlooker.deeper)
        moves: Moves = dict.fromkeys(self._legal)
        for move, value, line, distance in result.lines:
            moves[move] = Worth(value + 0.0, result.depth, True, distance, line or (move,))
        if result.move is not None and result.depth:
            best = moves[result.move]
            moves[result.move] = best and best._replace(value=result.value)
        return result, moves, result.interrupted

    # -- what both need ---------------------------------------------------------------

    @property
    def _legal(self) -> list[int]:
        game = self.thinker.game
        return [] if game.is_terminal(self.state) else list(game.moves(self.state))

    @property
    def _lines(self) -> int:
        if self.wanted is not None:
            return self.wanted
        if self.engine.lines > 1:
            return self.engine.lines
        return len(self._legal) if len(self._legal) <= FEW else SOME

    @property
    def _one_line(self) -> Engine:
        return replace(self.engine, lines=1)

    def _after(self, solution: Solution) -> Thinker:
        return self.thinker.after(solution.seconds, solution.nodes)


def _at_the_cost_of(attempt: Solution, result: Result) -> Result:
    """An answer, with what was spent before in vain."""
    return replace(
        result, nodes=result.nodes + attempt.nodes, seconds=result.seconds + attempt.seconds
    )
