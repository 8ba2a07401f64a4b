"""Iterative deepening, aspiration windows and proofs, within a limit: what drives the engine.

Sources: Slate and Atkin, "Chess 4.5" (1977), for iterative deepening; Marsland and Campbell,
"Parallel Search of Strongly Ordered Game Trees" (1982), for aspiration windows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.compiler import Stopped, Stuck
from outply.game import FOREVER, INFINITY, SURE, OutplyError
from outply.search.base import MAX_DEPTH, Limit, Line, Progress, Result
from outply.search.engine.core import PROVE
from outply.search.engine.desk import MOST_ITEMS
from outply.search.engine.lookup import looked_up, opened
from outply.search.engine.ordering import ENDLESS
from outply.search.engine.runners import Runner
from outply.search.static import finished, require_moves, stuck, unsearched

if TYPE_CHECKING:
    from outply.search.engine.engine import Engine

__all__ = ["Solution", "Thinking"]

ROOM = 32  # plies below the horizon, for extensions and noisy moves
DEEPEST = 256  # plies, unless asked for more
TRY_TO_PROVE = -1  # a depth that stands for a proof within a share of the limit
MOST_LINES = 1 << 20
BEFORE_PROOF = 4  # plies, to have an answer
PROOF_SHARE = 0.25  # of the limit, to find the truth at once, before deepening
NARROW = 64  # the first aspiration window is so small a part of the utility range
FIRST_NARROW = 4  # plies
SHALLOW = 8  # plies at the end that are not worth searching on their own before the whole


class Solution(NamedTuple):
    """What was proved of a state, and the moves that attain it."""

    result: Result
    best_moves: tuple[int, ...]
    nodes: int  # in all, to find the other best moves as well
    seconds: float
    complete: bool  # whether all best moves were found within the limit


class Thinking:
    """One search under a limit, from its first iteration to its result."""

    def __init__(
        self,
        engine: Engine,
        runner: Runner,
        state: Any,
        limit: Limit,
        progress: Progress | None,
    ) -> None:
        self._began = perf_counter()
        self._engine, self._run, self._game, self._state = engine, runner, runner.game, state
        self._limit, self._progress = limit, progress
        self._deadline = INFINITY if limit.seconds is None else self._began + limit.seconds
        self._core = runner.core
        self._left = self._game.plies_left(state)
        self._can_be_proved = not runner.core.graded and engine.lines == 1  # by windows of width 0
        self._nodes = 0
        self._value = 0.0  # of the best move, with its distance
        self._all_proved = self._is_stopped = self._to_the_end = False

    def result(self) -> Result:
        if known := self._looked_up(self._engine.lines):
            return known
        self._run.settle(self._engine, self._state, self._height())
        try:
            return self._searched()
        finally:
            self._run.leave()

    def solution(self) -> Solution:
        if known := self._looked_up(MOST_LINES):
            wanted = known.value, known.distance
            ties = [line.move for line in known.lines if (line.value, line.distance) == wanted]
            return self._solution(replace(known, lines=known.lines[:1]), ties, True)
        self._run.settle(self._engine, self._state, self._height())
        try:
            best = self._searched(to_the_end=True)
            if best.move is None:
                return self._solution(best, (), True)
            if best.proved and not best.interrupted:
                return self._with_ties(best)
            return self._solution(best, best.line[:1] if best.proved else (), False)
        finally:
            self._run.leave()

    def stop(self) -> None:
        """Answer with what is known by now; for another thread to call."""
        self._is_stopped = True
        self._run.stop()

    def _looked_up(self, lines: int) -> Result | None:
        """What the table of a solved game says, if there is one that knows this state."""
        if not self._engine.endings or self._game.is_terminal(self._state):
            return None
        endings = opened(self._engine.endings, self._game)
        return looked_up(endings, self._game, self._state, lines)

    @property
    def nodes_so_far(self) -> int:
        """Also while it is under way: for another thread to show."""
        return self._nodes + self._run.nodes_so_far

    @property
    def seconds_so_far(self) -> float:
        return perf_counter() - self._began

    def _height(self) -> int:
        """How many plies there is room for."""
        limit = self._limit
        if limit.depth is not None:
            return limit.depth + ROOM
        if limit.seconds is None and limit.nodes is None:
            return DEEPEST if self._left == FOREVER else min(2 * self._left + 2, MAX_DEPTH)
        return min(2 * self._left + 2, DEEPEST) + ROOM

    # -- iterations -------------------------------------------------------------------

    def _searched(self, to_the_end: bool = False) -> Result:
        best: Result | None = None
        self._to_the_end = to_the_end
        try:
            for depth in self._depths():
                if self._is_stopped or perf_counter() >= self._deadline:
                    break
                before, best = best, self._iteration(depth, best)
                if self._progress and best and best is not before:
                    self._progress(best)
                if self._is_settled():
                    break
        except Stuck:
            return finished(self._game, self._state, self._run.compiled)
        except Stopped:
            return self._as_of_now(best)
        except KeyboardInterrupt:
            return replace(self._as_of_now(best), interrupted=True)
        return best or self._as_of_now(None)

    def _depths(self) -> Iterator[int]:
        limit = self._limit
        if limit.depth is not None:
            return iter(range(1, limit.depth + 1))
        if self._to_the_end or (limit.seconds is None and limit.nodes is None):
            return iter([PROVE] if self._can_be_proved else [*self._warming_up(), ENDLESS])
        deepest = self._run.height - ROOM
        if not self._can_be_proved or self._left == FOREVER:
            return iter(range(1, deepest + 1))
        first = min(BEFORE_PROOF, deepest)
        return chain(range(1, first + 1), [TRY_TO_PROVE], range(first + 1, deepest + 1))

    def _warming_up(self) -> range:
        """The depths that are searched before the whole, for a better order."""
        return range(0) if self._left == FOREVER else range(2, self._left - SHALLOW, 2)

    def _is_settled(self) -> bool:
        """Whether all that is wanted is proved, or there is only one move and time to save."""
        in_a_hurry = self._limit.seconds is not None and not self._to_the_end
        return self._all_proved or (in_a_hurry and self._run.desk.at_root() == 1)

    def _iteration(self, depth: int, best: Result | None) -> Result | None:
        if depth == TRY_TO_PROVE:
            return self._attempt(best)
        if depth == PROVE:
            return self._proof()
        lines: list[Line] = []
        proved: list[bool] = []
        while len(lines) < self._engine.lines:
            value = self._windowed(depth, len(lines), best)
            books = self._run.books
            proved.append(self._core.is_decided(value) or not books.guessed)
            line = books.line(self._run.height)
            lines.append(self._line(self._run.desk.move(len(lines)), value, line))
            self._value = value if len(lines) == 1 else self._value
            if len(lines) == self._run.desk.at_root():
                break
        self._all_proved = all(proved) and self._are_soonest(lines, depth)
        return self._finish(tuple(lines), depth, proved[0])

    def _are_soonest(self, lines: list[Line], depth: int) -> bool:
        """Whether no end can be nearer; where some lines go deeper than others, it might be."""
        return not self._core.selective or all((line.distance or 0) <= depth for line in lines)

    def _attempt(self, best: Result | None) -> Result | None:
        """The truth, if a share of the limit is enough to find it."""
        limit = self._limit
        deadline = self._began + PROOF_SHARE * limit.seconds if limit.seconds else INFINITY
        nodes = INFINITY if limit.nodes is None else PROOF_SHARE * limit.nodes
        try:
            return self._proof(nodes, deadline)
        except Stopped:
            if perf_counter() >= self._deadline:
                raise
            return best

    def _proof(self, nodes: float = INFINITY, deadline: float = INFINITY) -> Result:
        """The truth; a limit that is reached while its line is written down does not undo it."""
        try:
            return self._proved(self._called(PROVE, nodes=nodes, deadline=deadline))
        except (Stopped, KeyboardInterrupt) as stopped:
            if not self._run.desk.has_proof():
                raise
            proved = self._proved(self._run.desk.proof_value())
            return replace(proved, interrupted=isinstance(stopped, KeyboardInterrupt))

    def _proved(self, value: float) -> Result:
        """What was proved; its line is traced afterwards, and does not count as its cost."""
        self._value, books = value, self._run.books
        nodes, move, moves = self._run.desk.proof()
        self._nodes += nodes - books.nodes
        line = self._line(move, value, moves)
        proved = self._all_proved = line.distance is not None or not books.guessed
        return self._finish((line,), ENDLESS, proved)

    def _windowed(self, depth: int, first: int, best: Result | None) -> float:
        """The value, from a narrow window about what it was, made wider where it fails."""
        low, high = -INFINITY, INFINITY
        lines = best.lines if best and depth > FIRST_NARROW else ()
        if first < len(lines) and lines[first].distance is None:
            width = (self._game.utility_range[1] - self._game.utility_range[0]) / NARROW
            low, high = lines[first].value - width, lines[first].value + width
        while True:
            value = self._called(depth, low, high, first)
            if low < value < high:
                return value
            low, high = (-INFINITY, high) if value <= low else (low, INFINITY)

    def _called(
        self,
        depth: int,
        alpha: float = -INFINITY,
        beta: float = INFINITY,
        first: int = 0,
        nodes: float = INFINITY,
        deadline: float = INFINITY,
    ) -> float:
        if self._limit.nodes is not None:
            nodes = min(nodes, self._limit.nodes - self._nodes)
        try:
            return self._run(depth, alpha, beta, first, nodes, min(deadline, self._deadline))
        except Stuck:
            if self._game.is_terminal(self._state):
                raise
            require_moves("engine", self._game, self._state)
            raise stuck(self._game, self._state, "at or below") from None
        except MemoryError:
            raise OutplyError(
                f"engine cannot search {self._game.name}: the positions of one line have more than "
                f"{MOST_ITEMS:,} moves in all; use another search, such as alphabeta."
            ) from None
        finally:
            self._nodes += self._run.nodes

    def _with_ties(self, best: Result) -> Solution:
        """What is proved, with the moves that are as good as the best, as the limit allows."""
        ties: list[int] = []
        try:
            ties.extend(self._ties())
        except Stopped:
            return self._solution(best, ties, False)
        except KeyboardInterrupt:
            return self._solution(replace(best, interrupted=True), ties, False)
        return self._solution(best, ties, True)

    def _ties(self) -> Iterator[int]:
        """The moves that are as good as the best, which is proved."""
        desk, value = self._run.desk, self._value
        moves = [desk.move(index) for index in range(desk.at_root())]
        yield moves[0]
        desk.set_root(1)
        for move in moves[1:]:
            desk.put(0, move)
            if self._called(ENDLESS, self._core.just_below(value), value) >= value:
                yield move

    def _solution(self, best: Result, ties: Iterable[int], complete: bool) -> Solution:
        seconds = perf_counter() - self._began
        return Solution(best, tuple(sorted(ties)), self._nodes, seconds, complete)

    # -- results ----------------------------------------------------------------------

    def _line(self, move: int, value: float, line: tuple[int, ...]) -> Line:
        if not self._core.is_decided(value):
            return Line(move, value + 0.0, line, None)  # never -0.0
        least, most = self._game.utility_range
        return Line(move, most if value > 0 else least, line, int(SURE - abs(value)))

    def _finish(self, lines: tuple[Line, ...], depth: int, proved: bool) -> Result:
        """The best line's result; to the end of the game, the depth is how far that can be."""
        if proved and self._engine.contempt:
            lines = tuple(map(self._without_contempt, lines))
        best = lines[0]
        if depth == ENDLESS:
            depth = len(best.line) if self._left == FOREVER else self._left
        seconds, interrupted = perf_counter() - self._began, False
        return Result(  # by place, since names take a microsecond
            *(best.move, best.value, best.line, depth, self._nodes, seconds),
            *(proved, self._run.compiled, interrupted, best.distance, lines),
        )

    def _without_contempt(self, line: Line) -> Line:
        """A draw that is proved is worth 0."""
        is_draw = not self._core.graded and line.value == -self._engine.contempt
        return line._replace(value=0.0) if is_draw else line

    def _as_of_now(self, best: Result | None) -> Result:
        """The last finished answer, with what the unfinished iteration cost."""
        if best is None:
            known = finished if self._game.is_terminal(self._state) else unsearched
            best = known(self._game, self._state, self._run.compiled)
        return replace(best, nodes=self._nodes, seconds=perf_counter() - self._began)
