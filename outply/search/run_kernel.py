"""Runs kernels under a limit, without the interpreter's lock.

A kernel runs in the thread that calls, or, if it recurs deeply, in one with a larger stack.
`runner.py` decides whether a search is compiled at all.

A kernel reads the clock itself (see `NativeWatch`), and calls back into Python now and then:
`interrupts.py` says what happens on Ctrl-C.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from outply.compiler.errors import FasterCodeReady
from outply.compiler.native_watch import NativeWatch
from outply.search.interrupts import free_host
from outply.search.threads import SearchThread, has_large_stack

__all__ = ["INLINE_DEPTH", "RunningKernel", "run_kernel", "running_kernels"]

INLINE_DEPTH = 256  # plies; deeper searches need a larger stack than a thread has

Answer = TypeVar("Answer")


class RunningKernel:
    """A kernel, as another thread sees it; its watch tells the nodes that it has visited.

    The deadline is one of `perf_counter`.
    """

    __slots__ = ("__weakref__", "deadline", "watch")

    def __init__(self, watch: NativeWatch, deadline: float) -> None:
        self.watch, self.deadline = watch, deadline


# By the identity of the host. Weak: a burst of signals may keep `run_kernel` from removing it.
_running: dict[int, weakref.ref[RunningKernel]] = {}


def running_kernels() -> list[RunningKernel]:
    """Those that run now, in any thread."""
    return [kernel for known in list(_running.values()) if (kernel := known())]


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
    later = kernel.take_faster() if hasattr(kernel, "take_faster") else None
    host = free_host()
    host.begin(watch, nodes, deadline)
    host.later = later
    try:
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
