"""Iterative deepening and proofs: one run of the engine.

Source: Slate and Atkin, "Chess 4.5" (1977), for iterative deepening.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.compiler import Stopped, Stuck
from outply.game import FOREVER, INFINITY, SURE, OutplyError
from outply.search.base import MAX_DEPTH, Line, Request, Result, Window, quick_result
from outply.search.engine.move_ordering import ENDLESS
from outply.search.engine.move_stack import MOST_MOVES
from outply.search.engine.path import RootPath
from outply.search.engine.root_search import PROVE
from outply.search.engine.runner import EngineRunner
from outply.search.engine.solved_endings import endings_table, looked_up
from outply.search.engine.windows_and_values import first_window, widened
from outply.search.run_within_limit import Run
from outply.search.runner import UNBOUNDED, Budget
from outply.search.unsearched_positions import require_moves

if TYPE_CHECKING:
    from outply.search.engine.engine import Engine

__all__ = ["EngineRun", "Solution"]

WHOLE = Window(-INFINITY, INFINITY)
SPARE_PLIES = 32  # below the horizon, for extensions and noisy moves
DEEPEST = 256  # plies, unless asked for more
MOST_LINES = 1 << 20
BEFORE_PROOF = 4  # plies, to have an answer
FAR_SHARE = 1 / 16  # of the nodes, to look for a proof between two iterations
NEAR_SHARE = 1 / 2  # the same, if the last attempt got somewhere
LEAST_PROOF = 1000  # nodes that are worth an attempt
SHALLOW = 8  # plies at the end that are not worth searching on their own before the whole


class Solution(NamedTuple):
    """What was proved of a state, and the moves that attain it."""

    result: Result
    best_moves: tuple[int, ...]
    nodes: int  # in all, to find the other best moves as well
    seconds: float
    complete: bool  # whether all best moves were found within the limit


class EngineRun(Run):
    """One search of the engine. Another thread may read `nodes_so_far` and call `stop`."""

    runner: EngineRunner
    detects_end = True
    _last: Result | None = None  # the result of the last iteration
    _value = 0.0  # of the best move, with its distance
    _all_proved = _to_the_end = _may_prove = False
    _proof_nodes = 0  # spent on attempts to prove
    _difficulty = 1.0  # of the choice: how much of the clock's share it deserves

    def __init__(self, engine: Engine, runner: EngineRunner, state: Any, request: Request) -> None:
        super().__init__(runner.game, state, request)
        self._engine, self.runner, self._root_search = engine, runner, runner.root_search
        self._plies_left = runner.game.plies_left(state)

    @property
    def _can_be_proved(self) -> bool:
        """Whether the truth can be found by null windows."""
        is_for_one_line = self._engine.lines == 1 and not self.request.root_moves
        return is_for_one_line and self.runner.can_prove

    def solution(self) -> Solution:
        """The truth about the state and all moves that attain it, if the limit allows."""
        if known := self._looked_up(MOST_LINES):
            wanted = known.value, known.distance
            ties = [line.move for line in known.lines if (line.value, line.distance) == wanted]
            return self._solution(replace(known, lines=known.lines[:1]), ties, True)
        self._to_the_end = True
        self.runner.prepare(self._engine, self._most_plies(), self)
        try:
            best = super().result()
            if best.move is None:
                return self._solution(best, (), True)
            if best.proved and not best.interrupted:
                return self._with_ties(best)
            return self._solution(best, best.line[:1] if best.proved else (), False)
        finally:
            self.runner.release()

    def result(self) -> Result:
        root_moves, engine = self.request.root_moves, self._engine
        if engine.endings and not root_moves and (known := self._looked_up(engine.lines)):
            return known
        self.runner.prepare(engine, self._most_plies(), self)
        try:
            if root_moves:
                self._limit_root_moves()
            return super().result()
        finally:
            self.runner.release()

    def _limit_root_moves(self) -> None:
        asked, game, state = self.request.root_moves, self.game, self.state
        if game.is_terminal(state):
            return
        moves = [move for move in game.moves(state) if move in asked]
        if illegal := [move for move in asked if move not in moves]:
            raise OutplyError(f"`root_moves` has {illegal[0]!r}, which is not legal here.")
        self.runner.set_root_moves(game.to_move(state), moves)

    def as_of_now(self, best: Result | None) -> Result:
        """The last result, or the better move that an unfinished iteration found."""
        found, memory = super().as_of_now(best), self.runner.memory
        if best is None and found.move is not None and self.request.root_moves:
            found = replace(found, move=memory.moves.moves[0].move)
        has_better = self.runner.is_selective and memory.root.has_best and self._engine.lines == 1
        return self._with_better_move(found, best) if has_better else found

    def _with_better_move(self, found: Result, best: Result | None) -> Result:
        """With the first of the root's moves, if it is another one and has a line."""
        root, move = self.runner.memory.root, self.runner.memory.moves.moves[0].move
        line = self.runner.watch.line(root.remaining)
        is_known = best is not None and move == best.move
        if is_known or not line or line[0] != move:
            return found
        better = self._line(move, root.best_value, line)
        if better.value < 0:  # the moves that were not searched may be better than a loss
            better = better._replace(distance=None)
        return replace(
            found,
            move=move,
            value=better.value,
            line=line,
            distance=better.distance,
            proved=better.distance is not None,
            lines=(better,),
        )

    @property
    def nodes_so_far(self) -> int:
        """Also while a call is under way: for another thread to show."""
        return self.nodes + self.runner.nodes_so_far

    @property
    def deepest_ply(self) -> int | None:
        root = self.runner.memory.root
        return root.deepest_ply if isinstance(root, RootPath) else None

    @property
    def table_use(self) -> float:
        return self.runner.memory.table.use

    def _looked_up(self, lines: int) -> Result | None:
        """What the table of a solved game says, if there is one that knows this state."""
        if not self._engine.endings or self.game.is_terminal(self.state):
            return None
        return looked_up(endings_table(self._engine.endings, self.game), self.state, lines)

    def _most_plies(self) -> int:
        """How many plies there must be room for."""
        limit, left = self.limit, self._plies_left
        if limit.depth is not None:
            return limit.depth + SPARE_PLIES
        if limit.seconds is None and limit.nodes is None:
            return DEEPEST if left == FOREVER else min(2 * left + 2, MAX_DEPTH)
        return min(2 * left + 2, DEEPEST) + SPARE_PLIES

    def keys(self) -> list[int]:
        """The keys of the game's earlier positions, as far back as one can be the same."""
        if not (reversible := self.game.reversible_plies(self.state)):
            return []
        return [self.game.key(earlier) for earlier in self.request.history[-reversible:]]

    # -- iterations -------------------------------------------------------------------

    def iterations(self) -> Iterator[Result]:
        for depth in self._depths():
            if self.is_out_of_time:
                return
            before = self._last
            self._last = self._prove() if depth == PROVE else self._iteration(depth)
            if before is not None:
                self._note_difficulty(before, self._last)
            yield self._last
            if self._is_done():
                return
            if self._may_prove and depth >= BEFORE_PROOF:
                yield from self._try_to_prove()
                if self._all_proved:
                    return

    def _note_difficulty(self, before: Result, found: Result) -> None:
        """A choice is harder where the best move has changed, and where its value has dropped."""
        is_same = before.move == found.move
        self._difficulty = max(0.5, 0.85 * self._difficulty) if is_same else 1.6
        if self.game.margin and before.value - found.value > 0.3 * self.game.margin:
            self._difficulty = min(2.0, 1.5 * self._difficulty)

    def _depths(self) -> Iterable[int]:
        limit = self.limit
        if limit.depth is not None:
            return range(1, limit.depth + 1)
        if self._to_the_end or (limit.seconds is None and limit.nodes is None):
            return (PROVE,) if self._can_be_proved else (*self._warming_up(), ENDLESS)
        self._may_prove = self._can_be_proved and self._plies_left != FOREVER
        return range(1, self.runner.memory.root.remaining - SPARE_PLIES + 1)

    def _warming_up(self) -> range:
        """The depths that are searched before the whole, for a better order."""
        left = self._plies_left
        return range(0) if left == FOREVER else range(2, left - SHALLOW, 2)

    def _is_done(self) -> bool:
        """Whether all that is wanted is proved, or there is only one move and time to save.

        An engine of several lines was asked for values: it searches the only move, too.
        """
        if self._all_proved:
            return True
        is_timed = self.limit.seconds is not None and self.limit.seconds < INFINITY
        in_a_hurry = is_timed and not self._to_the_end
        is_forced = self.runner.memory.root.end == 1 and self._engine.lines == 1
        return in_a_hurry and (is_forced or self._has_thought_enough())

    def _has_thought_enough(self) -> bool:
        """Whether to stop before the clock's hard limit: soon if the best move stays the same."""
        if self.limit.clock is None:
            return False
        return perf_counter() - self.clock_began >= self.limit.clock.soft * self._difficulty

    def _iteration(self, depth: int) -> Result:
        lines: list[Line] = []
        proved: list[bool] = []
        memory = self.runner.memory
        while len(lines) < self._engine.lines:
            value = self._windowed(depth, len(lines))
            watch = self.runner.watch
            proved.append(self._root_search.is_decided(value) or not watch.estimated)
            line = watch.line(memory.root.remaining)
            lines.append(self._line(memory.moves.moves[len(lines)].move, value, line))
            self._value = value if len(lines) == 1 else self._value
            if len(lines) == memory.root.end:
                break
        self._all_proved = all(proved) and self._are_soonest(lines, depth)
        if len(lines) > 1 and self.runner.is_selective:
            self._sort(lines, proved)
        return self._result(tuple(lines), depth, proved[0])

    def _sort(self, lines: list[Line], proved: list[bool]) -> None:
        """Put the best line first: a later one may be found better than those before it."""
        order = sorted(range(len(lines)), key=lambda index: -lines[index].value)
        lines[:], proved[:] = [lines[i] for i in order], [proved[i] for i in order]
        for index, line in enumerate(lines):
            self.runner.memory.moves.put(index, line.move)

    def _are_soonest(self, lines: list[Line], depth: int) -> bool:
        """Whether no end can be nearer; a selective search may find a nearer one much later."""
        if not self._root_search.is_selective:
            return True
        return all(2 * (line.distance or 0) + SPARE_PLIES // 4 <= depth for line in lines)

    def _windowed(self, depth: int, first: int) -> float:
        """The value, from an aspiration window, widened where the search falls outside it."""
        lines = self._last.lines if self._last else ()
        last = lines[first] if first < len(lines) else None
        window = first_window(self.game, depth, last, self.runner.is_selective)
        while True:
            value = self._searched(depth, window, first)
            if window.alpha < value < window.beta:
                return value
            window = widened(window, value)

    def _searched(
        self, depth: int, window: Window = WHOLE, first: int = 0, budget: Budget = UNBOUNDED
    ) -> float:
        """The value of the best of the root's moves from the `first` on."""
        budget = self.budget if budget is UNBOUNDED else Budget(*map(min, budget, self.budget))
        try:
            return self.runner.search(self.state, depth, window, first, budget)
        except Stuck:
            if not self.game.is_terminal(self.state):
                require_moves("engine", self.game, self.state)
            raise
        except MemoryError:
            raise OutplyError(
                f"engine cannot search {self.game.name}: the positions of one line have more than "
                f"{MOST_MOVES:,} moves in all; use another search, such as alphabeta."
            ) from None
        finally:
            self.nodes += self.runner.nodes

    # -- proofs -----------------------------------------------------------------------

    def _try_to_prove(self) -> Iterator[Result]:
        """The truth, if a share of what was spent is enough to find it.

        An attempt that fails leaves what it proved in the table, for the next one. If it finished
        one of its null windows, the truth is near, and the next attempt gets a larger share.
        """
        is_near = self.runner.memory.root.proof_windows > 0
        share = NEAR_SHARE if is_near else FAR_SHARE
        nodes = share * self.nodes - self._proof_nodes
        if nodes < LEAST_PROOF:
            return
        before = self.nodes
        try:
            yield self._prove(Budget(nodes=nodes))
        except Stopped:
            if self.is_out_of_time or self.budget.nodes <= 0:
                raise
        finally:
            self._proof_nodes += self.nodes - before

    def _prove(self, budget: Budget = UNBOUNDED) -> Result:
        """The truth; a limit that is reached while its line is traced does not undo it."""
        root = self.runner.memory.root
        try:
            return self._proved(self._searched(PROVE, budget=budget))
        except (Stopped, KeyboardInterrupt) as stopped:
            if not root.proof_nodes:
                raise
            proved = self._proved(root.proved_value)
            return replace(proved, interrupted=isinstance(stopped, KeyboardInterrupt))

    def _proved(self, value: float) -> Result:
        """What was proved; tracing its line does not count as its cost."""
        self._value, runner = value, self.runner
        root, moves = runner.memory.root, runner.memory.moves
        self.nodes += root.proof_nodes - runner.watch.nodes  # without those that traced the line
        line = self._line(moves.moves[0].move, value, root.proved_line())
        proved = self._all_proved = line.distance is not None or not runner.watch.estimated
        return self._result((line,), ENDLESS, proved)

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
        memory, value = self.runner.memory, self._value
        window = Window(self._root_search.next_below(value), value)
        moves = [memory.moves.moves[index].move for index in range(memory.root.end)]
        yield moves[0]
        memory.root.end = 1
        for move in moves[1:]:
            memory.moves.put(0, move)
            if self._searched(ENDLESS, window) >= value:
                yield move

    # -- results ----------------------------------------------------------------------

    def _solution(self, best: Result, ties: Iterable[int], complete: bool) -> Solution:
        return Solution(best, tuple(sorted(ties)), self.nodes, self.seconds, complete)

    def _line(self, move: int, value: float, line: tuple[int, ...]) -> Line:
        if not self._root_search.is_decided(value):
            return Line(move, value + 0.0, line, None)  # never -0.0
        least, most = self.game.utility_range
        return Line(move, most if value > 0 else least, line, int(SURE - abs(value)))

    def _result(self, lines: tuple[Line, ...], depth: int, proved: bool) -> Result:
        """The best line's result; to the end of the game, the depth is how far that can be."""
        if proved and self._engine.contempt:
            lines = tuple(map(self._without_contempt, lines))
        best = lines[0]
        if depth == ENDLESS:
            left = self._plies_left
            depth = len(best.line) if left == FOREVER else left
        return quick_result(
            move=best.move,
            value=best.value,
            line=best.line,
            depth=depth,
            nodes=self.nodes,
            seconds=self.seconds,
            proved=proved,
            compiled=self.runner.compiled,
            distance=best.distance,
            lines=lines,
        )

    def _without_contempt(self, line: Line) -> Line:
        """A draw that is proved is worth 0."""
        is_draw = not self._root_search.has_scores and line.value == -self._engine.contempt
        return line._replace(value=0.0) if is_draw else line
