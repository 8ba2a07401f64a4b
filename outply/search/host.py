"""Runs kernels under a limit, in the thread that calls, without the interpreter's lock.

A kernel reads the clock itself (see `NativeWatch`), and calls back into Python now and then:
`interrupts.py` says what happens on Ctrl-C.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from outply.compiler.native_watch import NativeWatch
from outply.search.interrupts import free_host
from outply.search.threads import SearchThread, has_large_stack

__all__ = ["INLINE_DEPTH", "RunningKernel", "run_kernel", "running_kernels"]

INLINE_DEPTH = 256  # plies; deeper searches need a larger stack than a thread has

Answer = TypeVar("Answer")


class RunningKernel(NamedTuple):
    """A kernel, as another thread sees it; its watch tells the nodes that it has visited."""

    watch: NativeWatch
    deadline: float  # of `perf_counter`


_running: dict[int, RunningKernel] = {}  # by the identity of its host


def running_kernels() -> list[RunningKernel]:
    """Those that run now, in any thread."""
    return list(_running.values())


def run_kernel(
    kernel: Callable[..., Answer],
    depth: int,
    watch: NativeWatch,
    nodes: float,
    deadline: float,
    *given: Any,
) -> Answer:
    """Run `kernel(*given)`, which recurs `depth` times, within a limit of nodes and a deadline."""
    host = free_host()
    host.begin(watch, nodes, deadline)
    try:
        _running[id(host)] = RunningKernel(watch, deadline)
        if depth <= INLINE_DEPTH or has_large_stack():
            return kernel(*given)
        return _in_thread(partial(kernel, *given), watch.stop)
    except Exception:
        if host.error:
            raise host.error from None
        raise
    finally:
        _running.pop(id(host), None)
        host.watch = None


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
