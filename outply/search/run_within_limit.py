"""A run: one search from its first iteration to its result, within a limit; and its runner.

At the deadline the watch raises Stopped in the midst of an iteration (`watch.py`, and compiled
`compiler/native_watch.py`). `Run.result` catches it and answers `as_of_now`: the result of the last
iteration that was finished, or what else the search knows by then. So it does on Ctrl-C
(`interrupts.py`). `time_management.py` says when the deadline is, if a clock runs. The `Runner`
calls the function of a search, interpreted or compiled.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from time import perf_counter
from typing import Any, ClassVar, NamedTuple, Self

from outply.compiler import NotCompilable, Stopped, Stuck, kernel
from outply.compiler.errors import FasterCodeReady
from outply.compiler.native_watch import MOST_ROLLS, NativeWatch
from outply.compiler.records import Record
from outply.game import INFINITY, Game, OutplyError, OutplyWarning
from outply.search.base import Limit, Request, Result, WatchMaker
from outply.search.coded_moves import CodedMoves
from outply.search.interrupts import native_time
from outply.search.run_kernel import run_kernel
from outply.search.threads import recursion_allowed
from outply.search.unsearched_positions import endless, finished, stuck, unsearched
from outply.search.watch import Watch

__all__ = [
    *("UNBOUNDED", "Budget", "PlainRunner", "Run", "Runner"),
    *("interpreted_if_watched", "warn_interpreted"),
]

Function = Callable[..., Any]


class Budget(NamedTuple):
    """What one call may spend: nodes, and time until a deadline of `perf_counter`."""

    nodes: float = INFINITY
    deadline: float = INFINITY


UNBOUNDED = Budget()
NO_CALL = Watch(0)  # stands for the watch before the first call


class Runner:
    """Calls `function([owner,] game, state, numbers…, watch, records…)`, the code of a search.

    `watch` is that of the call under way, or of the last one: it tells nodes, estimates and the
    line, also of a call that was stopped. A thread needs a runner of its own: see `renewed`.
    """

    quick_first: ClassVar[bool] = False  # whether to begin with code that is not yet optimised

    def __init__(
        self,
        function: Function,
        game: Game[Any],
        owner: Any = None,
        *,
        records: Mapping[str, type[Record]],
        compiled: bool | None = None,
        watch: WatchMaker | None = None,
        has_watch: bool = True,
    ) -> None:
        """Compile the function, if `compiled` is True or None; with a `watch`, interpret it.

        Where the game cannot be compiled, True raises NotCompilable, and None warns and interprets.
        A function that is short may take no watch (`has_watch`); then no budget stops it.
        """
        compiled = interpreted_if_watched(compiled, watch)
        self.game, self._make_watch = game, watch or Watch
        self.watch: Watch | NativeWatch = NO_CALL
        self._is_stopped, self._has_watch = False, has_watch
        self._latest = INFINITY  # the deadline that another thread set
        known = (game,) if owner is None else (owner, game)
        self.function: Function = partial(function, *known)
        self.compiled = False
        if compiled is not False:
            try:
                kinds = {"watch": NativeWatch, **records} if has_watch else records
                self.function = kernel(function, game, owner, quick_first=self.quick_first, **kinds)
                self.compiled = True
            except NotCompilable as reason:
                if compiled:
                    raise
                warn_interpreted(game, reason)

    def renewed(self) -> Self:
        """The same function for another search or thread, with a watch of its own."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, watch=NO_CALL, _is_stopped=False)
        return made

    def __call__(
        self,
        state: Any,
        *numbers: Any,
        records: tuple[Record, ...] = (),
        depth: int = 0,
        recursion: int | None = None,
        budget: Budget = UNBOUNDED,
    ) -> Any:
        """Call the function; raises Stopped when the budget is spent.

        `depth` is the longest line that the watch must hold; `recursion`, the same unless it is
        given, is how deeply the function calls itself.
        """
        recursion = depth if recursion is None else recursion
        if not self._has_watch and recursion == 0:
            return self.function(state, *numbers, *records)  # it needs no host and no stack
        if self.compiled:
            native = self.watch = NativeWatch(depth)
            self._pass_on()
            given = (*numbers, native, *records) if self._has_watch else (*numbers, *records)
            return run_kernel(self.function, recursion, native, *budget, state, *given)
        watch = self.watch = self._make_watch(depth, nodes=budget.nodes, deadline=budget.deadline)
        self._pass_on()
        given = (*numbers, watch, *records) if self._has_watch else (*numbers, *records)
        with recursion_allowed(recursion + (MOST_ROLLS if self.game.traits.chance else 0)):
            return self.function(state, *given)

    def stop(self) -> None:
        """Stop the call under way, and all calls to come; from any thread."""
        self._is_stopped = True
        self.watch.stop()

    def end_by(self, deadline: float) -> None:
        """Stop the call under way and all calls to come at this time at the latest."""
        self._latest = deadline
        self._pass_on()

    def _pass_on(self) -> None:
        """Tell the watch what another thread wants."""
        if self._is_stopped:
            self.watch.stop()
        if self._latest < INFINITY:
            is_native = isinstance(self.watch, NativeWatch)
            self.watch.end_by(native_time(self._latest) if is_native else self._latest)


class PlainRunner(Runner):
    """Calls a function without memory, which gives the same if it is called again."""

    quick_first = True

    def __call__(self, state: Any, *numbers: Any, **given: Any) -> Any:
        try:
            return super().__call__(state, *numbers, **given)
        except FasterCodeReady:
            return super().__call__(state, *numbers, **given)


def interpreted_if_watched(compiled: bool | None, watch: WatchMaker | None) -> bool | None:
    """`compiled`, but False for a search that is watched; True is refused there."""
    if compiled and watch is not None:
        raise OutplyError("A search that is watched runs interpreted; leave compiled out.")
    return compiled if watch is None else False


@cache
def warn_interpreted(game: Game[Any], reason: NotCompilable) -> None:
    """Warn that a game is interpreted, unless no game of its kind can be compiled.

    A game whose moves need codes is tried again by `with_any_moves`.
    """
    if reason.is_about_moves and not isinstance(game, CodedMoves):
        raise reason
    if game.compilable:
        warnings.warn(f"{game.name} runs interpreted: {reason}.", OutplyWarning, stacklevel=5)


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
            return self._result_without_moves()
        except MemoryError:
            if best is None:
                raise endless(self.game, self.state) from None
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
        return self.is_stopped or perf_counter() >= self.deadline

    @property
    def budget(self) -> Budget:
        """What is left of the limit."""
        nodes = INFINITY if self.limit.nodes is None else self.limit.nodes - self.nodes
        return Budget(nodes, self.deadline)
