"""Ctrl-C and other signals while a kernel runs: what a handler raises stops the kernel.

The kernel calls `SignalHost` every 50 ms, so that Python can run its signal handlers. What one of
them raises, such as KeyboardInterrupt on Ctrl-C, stops the kernel and is raised again when it has
returned: see `runner.py`. `Run.result` in `run_within_limit.py` catches it, as it does in an
interpreted search, and answers with the best result so far, marked `interrupted`. A kernel whose
code was not optimised is also stopped when faster code is ready.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Generator
from time import perf_counter
from typing import TYPE_CHECKING

from outply.compiler.native_watch import NativeWatch
from outply.compiler.primitives import clock_address
from outply.game import INFINITY

if TYPE_CHECKING:
    from outply.compiler.later_optimisation import LaterOptimisation

__all__ = ["SignalHost", "free_host", "native_time"]

FIRST, FIRST_UNTIMED = 16, 4096  # nodes before the first look at the clock
ASKED = ctypes.CFUNCTYPE(None, ctypes.c_int64)


def native_time(at: float) -> float:
    """A time of `perf_counter` on the clock that kernels read."""
    if not clock_address():
        return at
    return at - perf_counter() + time.clock_gettime(time.CLOCK_MONOTONIC)


class SignalHost:
    """Lets one kernel at a time go on, after Python has run its signal handlers.

    Python runs signal handlers where a function begins, before any `try` in it. A generator that
    is resumed is inside its `try` already, so the kernel calls a generator. What a handler raises
    is only noted: the kernel is allowed no more nodes, so it stops.
    """

    def __init__(self) -> None:
        self.watch: NativeWatch | None = None  # of the kernel that is running
        self.error: BaseException | None = None
        self.later: LaterOptimisation | None = None  # faster code for the kernel, still to come
        self.has_faster_code = False  # so that the kernel was stopped
        self.is_alive = True
        self._clock = clock_address()
        self._answering = self._answers()
        next(self._answering)
        self._function = ASKED(self._answering.send)
        self.address = ctypes.cast(self._function, ctypes.c_void_p).value or 0

    def begin(self, watch: NativeWatch, nodes: float, deadline: float) -> None:
        self.watch, self.error, clock = watch, None, self._clock
        now = time.clock_gettime(time.CLOCK_MONOTONIC) if clock else perf_counter()
        step = FIRST_UNTIMED
        if deadline < INFINITY:
            step, deadline = FIRST, native_time(deadline)
        watch.begin(nodes, self.address, clock, now, deadline, step)

    def _answers(self) -> Generator[None, int, None]:
        try:
            while True:
                try:
                    yield from self._noting()
                except GeneratorExit:
                    return
                except BaseException as error:  # of a second handler, while the first was noted
                    self.error = error
        finally:
            self.is_alive = False

    def _noting(self) -> Generator[None, int, None]:
        while True:
            try:
                yield
                self._allow_more()
            except GeneratorExit:
                raise
            except BaseException as error:
                self.error = error

    def _allow_more(self) -> None:
        assert self.watch
        if self.later is not None and self.later.is_ready():
            self.has_faster_code = True
            return
        self.watch.may_go_on = True
        if not self.watch.clock:
            self.watch.allow_more(perf_counter())


class _ThreadHosts(threading.local):
    def __init__(self) -> None:
        self.host = SignalHost()


_of_this_thread = _ThreadHosts()


def free_host() -> SignalHost:
    """This thread's own; another if a signal handler searches while a kernel is asking."""
    host = _of_this_thread.host
    if not host.is_alive:  # a burst of signals ended its generator
        host = _of_this_thread.host = SignalHost()
    return host if host.watch is None else SignalHost()
