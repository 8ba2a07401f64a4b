"""Room for recursion, compiled and interpreted."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

__all__ = ["Worker", "allow_recursion"]

KERNEL_STACK = 64 << 20  # bytes, for searches a thousand plies deep
FRAMES_PER_PLY = 4
PATIENCE = 1.0  # seconds for a thread to begin, when its start was interrupted

_stack_size = threading.Lock()  # it is one setting for all threads


class Worker:
    """A thread with a large stack that does some work.

    Whatever signals interrupt its start or the wait for it, `finish` returns only when the
    work is over: it uses memory that others get next. (An interrupted `Thread.join` is no good
    for that: it may take a thread that runs for one that is over.)
    """

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._begun, self._over = threading.Event(), threading.Event()

    def start(self) -> None:
        thread = threading.Thread(target=self._do, daemon=True)
        with _stack_size:
            before = threading.stack_size(KERNEL_STACK)
            try:
                thread.start()
            finally:
                threading.stack_size(before)

    def wait(self) -> None:
        """May be interrupted."""
        self._over.wait()

    def finish(self, stop: Callable[[], None]) -> None:
        """Stop it, and wait for its end; raises only behind that what interrupted it."""
        interruption: BaseException | None = None
        while not self._over.is_set():
            try:
                stop()
                if not self._begun.wait(PATIENCE):
                    break  # it was never started
                self._over.wait()
            except BaseException as error:
                interruption = error
        if interruption is not None:
            raise interruption

    def _do(self) -> None:
        self._begun.set()
        try:
            self._work()
        finally:
            self._over.set()


def allow_recursion(depth: int) -> None:
    """Only ever raised: another thread may be deep in a search of its own."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES_PER_PLY * depth + 1000))
