"""One search under a limit: the clock, the iterations, the stop, and the best result so far."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter
from typing import Any

from outply.compiler import Stopped, Stuck
from outply.game import INFINITY, Game
from outply.search.base import Limit, Request, Result
from outply.search.positions import endless, finished, stuck, unsearched
from outply.search.runner import Budget, Runner

__all__ = ["Run"]


class Run(ABC):
    """A search from its first iteration to its result. `iterations` is what a search adds."""

    runner: Runner
    detects_end = False  # whether the first iteration raises Stuck where the game is over

    def __init__(self, game: Game[Any], state: Any, request: Request) -> None:
        self.game, self.state, self.request = game, state, request
        self.limit, self.progress = request.limit, request.progress
        self.nodes = 0  # of all calls that ended
        self.is_stopped = False
        self.start()

    def start(self) -> None:
        """Start the clock, when all is compiled."""
        self.began = self.clock_began = perf_counter()
        seconds = self.limit.seconds
        self.deadline = INFINITY if seconds is None else self.began + seconds

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
            if self.game.is_terminal(self.state):
                return finished(self.game, self.state, self.runner.compiled)
            unsearched(self.game, self.state, self.runner.compiled)  # raises if it is stuck here
            raise stuck(self.game, self.state, "at or below") from None
        except MemoryError:
            if best is None:
                raise endless(self.game, self.state) from None
            return self.as_of_now(best)

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
        return self.is_stopped or perf_counter() >= self.deadline

    @property
    def budget(self) -> Budget:
        """What is left of the limit."""
        nodes = INFINITY if self.limit.nodes is None else self.limit.nodes - self.nodes
        return Budget(nodes, self.deadline)
