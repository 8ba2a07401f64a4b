"""A runner calls the function of a search, and decides whether it runs compiled or interpreted.

A search compiles unless it was asked not to, or is watched. A game that cannot be compiled is
searched interpreted, with a warning that says why; `compiled=True` raises an error instead.

`run_kernel` runs compiled code under a limit, without the interpreter's lock: in the thread that
calls, or, if it recurs deeply, in one with a larger stack. The kernel reads the clock itself
(`NativeWatch`) and calls Python now and then: `interrupts.py` says what happens on Ctrl-C.
"""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from outply.compiler import NotCompilable, kernel
from outply.compiler.errors import FasterCodeReady
from outply.compiler.native_watch import MOST_ROLLS, NativeWatch
from outply.compiler.records import Record
from outply.game import INFINITY, Game, OutplyError, OutplyWarning
from outply.search.base import WatchMaker
from outply.search.coded_moves import CodedMoves
from outply.search.interrupts import free_host, native_time
from outply.search.threads import SearchThread, has_large_stack, recursion_allowed
from outply.search.watch import Watch

__all__ = [
    *("INLINE_DEPTH", "UNBOUNDED", "Budget", "PlainRunner", "Runner", "RunningKernel"),
    *("end_observing", "interpreted_if_watched", "observe_kernels", "run_kernel"),
    *("running_kernels", "warn_interpreted"),
]

Function = Callable[..., Any]
Answer = TypeVar("Answer")

INLINE_DEPTH = 256  # plies; deeper searches need a larger stack than a thread has


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
        made.__dict__ = {**self.__dict__, "watch": NO_CALL, "_is_stopped": False}
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


# -- running compiled code -------------------------------------------------------------------


class RunningKernel:
    """A kernel, as another thread sees it; its watch tells the nodes that it has visited.

    The deadline is one of `perf_counter`. Made only while somebody observes: it takes as long as
    some searches of a few nodes.
    """

    __slots__ = ("__weakref__", "deadline", "watch")

    def __init__(self, watch: NativeWatch, deadline: float) -> None:
        self.watch, self.deadline = watch, deadline


# By the identity of the host. Weak: a burst of signals may keep `run_kernel` from removing it.
_running: dict[int, weakref.ref[RunningKernel]] = {}
_observers: list[object] = []  # who wants to know what runs


def running_kernels() -> list[RunningKernel]:
    """Those that run now, in any thread, and began while somebody observed kernels."""
    return [kernel for known in list(_running.values()) if (kernel := known())]


def observe_kernels(observer: object) -> None:
    """From now on, `running_kernels` tells of kernels, until `observer` ends it."""
    _observers.append(observer)


def end_observing(observer: object) -> None:
    _observers.remove(observer)


def run_kernel(
    kernel: Callable[..., Answer],
    depth: int,
    watch: NativeWatch,
    nodes: float,
    deadline: float,
    *given: Any,
) -> Answer:
    """Run `kernel(*given)`, which recurs `depth` times, within a limit of nodes and a deadline.

    Raises FasterCodeReady if the kernel was stopped because its code can be replaced.
    """
    later = kernel.take_faster() if getattr(kernel, "later", None) else None  # type: ignore[attr-defined]
    host = free_host()
    host.begin(watch, nodes, deadline)
    host.later = later
    try:
        if _observers:
            running = RunningKernel(watch, deadline)
            _running[id(host)] = weakref.ref(running)
        if depth <= INLINE_DEPTH or has_large_stack():
            return kernel(*given)
        return _in_thread(partial(kernel, *given), watch.stop)
    except Exception:
        error, host.error = host.error, None  # whose traceback holds this frame
        if error:
            raise error from None
        if host.has_faster_code:
            raise FasterCodeReady from None
        raise
    finally:
        if _running:
            _running.pop(id(host), None)
        host.watch = host.later = None
        host.has_faster_code = False


def _in_thread(kernel: Callable[[], Answer], stop: Callable[[], None]) -> Answer:
    """In a thread with room for a deep recursion."""
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(kernel())
        except BaseException as error:
            errors.append(error)

    thread = SearchThread(work)
    try:
        thread.start()
        thread.wait()
    finally:
        thread.finish(stop)
    if errors:
        raise errors[0]
    return answers[0]
