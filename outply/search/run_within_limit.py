"""A run: one search from its first iteration to its result, within a limit.

At the deadline a search stops in the midst of an iteration. It reports every node to a watch, which
raises Stopped: interpreted, it looks at the clock at each node (`watch.py`). Machine code reads the
clock itself, after as many nodes as take about 2 ms, and compares it with the deadline that it was
given (`compiler/native_watch.py`); every 50 ms it calls Python, which then handles Ctrl-C
(`interrupts.py`). `Run.result` catches Stopped and answers `as_of_now`: the result of the last
iteration that was finished, or a better move that the search knows of by then.

`time_management.py` says when the deadline is, if a clock runs.
`runner.py` calls the function of a search, compiled or interpreted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter
from typing import Any

from outply.compiler.errors import EndlessChance, Stopped, Stuck
from outply.game import INFINITY, Game
from outply.search.base import Limit, Request, Result
from outply.search.runner import UNBOUNDED, Budget, Runner
from outply.search.unsearched_positions import (
    endless,
    finished,
    memory_full,
    stuck,
    unsearched,
)

__all__ = ["Run"]


class Run(ABC):
    """A search from its first iteration to its result. `iterations` is what a search adds."""

    runner: Runner
    detects_end = False  # whether the first iteration raises Stuck where the game is over

    def __init__(self, game: Game[Any], state: Any, request: Request) -> None:
        self.game, self.state, self.request = game, state, request
        self.limit, self.progress = request.limit, request.progress
        self.nodes, self.is_stopped = 0, False  # nodes of all calls that ended
        self.start()

    def start(self) -> None:
        """Start the clock, when all is compiled."""
        self.began = self.clock_began = began = perf_counter()
        seconds = self.limit.seconds
        self.deadline = INFINITY if seconds is None else began + seconds

    @abstractmethod
    def iterations(self) -> Iterator[Result]:
        """Better and better results. Raises Stopped when the limit is reached in between."""

    def result(self) -> Result:
        """Iterate until the limit is reached, the answer is proved, or Ctrl-C is pressed."""
        if self.request.started:
            self.request.started(self)
        if not self.detects_end and self.game.is_terminal(self.state):
            return finished(self.game, self.state, self.runner.compiled)
        best: Result | None = None
        try:
            if self.request.is_interrupted:
                raise KeyboardInterrupt
            for best in self.iterations():
                if self.progress:
                    self.progress(best)
            return best or self.as_of_now(None)
        except Stopped:
            return self.as_of_now(best)
        except KeyboardInterrupt:
            return replace(self.as_of_now(best), interrupted=True)
        except Stuck:
            return self._result_without_moves()
        except EndlessChance:
            if best is None:
                raise endless(self.game, self.state) from None
            return self.as_of_now(best)
        except MemoryError:
            if best is None:
                raise memory_full(self.game, self.state) from None
            return self.as_of_now(best)

    def _result_without_moves(self) -> Result:
        """The result of a game that is over; raises if it is not, and no move can be made."""
        if self.game.is_terminal(self.state):
            return finished(self.game, self.state, self.runner.compiled)
        unsearched(self.game, self.state, self.runner.compiled)  # raises if it is stuck here
        raise stuck(self.game, self.state, "at or below") from None

    # -- for other threads ------------------------------------------------------------

    def stop(self) -> None:
        """Answer with what is known by now."""
        self.is_stopped = True
        self.runner.stop()

    def limit_from_now(self, limit: Limit) -> None:
        """Keep to the seconds and the clock of a limit, counted from now; only to end sooner."""
        now = perf_counter()
        self.clock_began = now
        self.limit = replace(self.limit, seconds=limit.seconds, clock=limit.clock)
        if limit.seconds is not None:
            self.deadline = min(self.deadline, now + limit.seconds)
            self.end_by(self.deadline)

    def end_by(self, deadline: float) -> None:
        """Stop the calls that are under way at this time."""
        self.runner.end_by(deadline)

    @property
    def nodes_so_far(self) -> int:
        """Also while a call is under way, where that is known."""
        return self.nodes

    @property
    def deepest_ply(self) -> int | None:
        """How far from the root this search has looked, where that is known."""
        return None

    @property
    def table_use(self) -> float | None:
        """The share of its table that this search uses, if it has one."""
        return None

    # -- what is spent ----------------------------------------------------------------

    def as_of_now(self, best: Result | None) -> Result:
        """The last result, or a first move, with what has been spent up to now."""
        if best is None:
            known = finished if self.game.is_terminal(self.state) else unsearched
            best = known(self.game, self.state, self.runner.compiled)
        return replace(best, nodes=self.nodes, seconds=self.seconds)

    @property
    def seconds(self) -> float:
        return perf_counter() - self.began

    @property
    def is_out_of_time(self) -> bool:
        return self.is_stopped or (self.deadline < INFINITY and perf_counter() >= self.deadline)

    @property
    def budget(self) -> Budget:
        """What is left of the limit."""
        most = self.limit.nodes
        if most is None:
            return UNBOUNDED if self.deadline == INFINITY else Budget(INFINITY, self.deadline)
        return Budget(most - self.nodes, self.deadline)
