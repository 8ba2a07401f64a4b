"""Threads for searches: with a large stack, several at once, sharing an amount of work.

MCTS divides the number of its simulations between threads (`SharedWork`).
The engine's threads all search the same tree and share its transposition table; a position that is
marked there as busy is put off by the others (`transposition_table.py`).
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import NamedTuple

from outply.compiler import Stopped
from outply.game import INFINITY

__all__ = [
    "SearchThread",
    "SharedWork",
    "ThreadTask",
    "has_large_stack",
    "recursion_allowed",
    "run_at_once",
]

KERNEL_STACK = 64 << 20  # bytes, for searches a thousand plies deep
FRAMES_PER_PLY = 4
START_TIMEOUT = 1.0  # seconds for a thread to begin, when its start was interrupted
LEAST_SHARE = 16

_stack_size = threading.Lock()  # it is one setting for all threads


class _PresentThread(threading.local):
    has_large_stack = False


_present = _PresentThread()


class SearchThread:
    """A thread with a large stack.

    Whatever signals interrupt its start or the wait for it, `finish` returns only when the
    thread is done, because the next search gets the memory that it uses. (`Thread.join` does not
    promise that: interrupted, it may take a running thread for a finished one.)
    """

    def __init__(self, function: Callable[[], None]) -> None:
        self._function = function
        self._has_begun, self._is_done = threading.Event(), threading.Event()

    def start(self) -> None:
        thread = threading.Thread(target=self._run, daemon=True)
        with _stack_size:
            before = threading.stack_size(KERNEL_STACK)
            try:
                thread.start()
            finally:
                threading.stack_size(before)

    def wait(self) -> None:
        """Wait for its end; a signal may interrupt this."""
        self._is_done.wait()

    def finish(self, stop: Callable[[], None]) -> None:
        """Stop it and wait for its end; an interruption is raised only after that."""
        interruption: BaseException | None = None
        while not self._is_done.is_set():
            try:
                stop()
                if not self._has_begun.wait(START_TIMEOUT):
                    break  # it was never started
                self._is_done.wait()
            except BaseException as error:
                interruption = error
        if interruption is not None:
            raise interruption

    def _run(self) -> None:
        self._has_begun.set()
        _present.has_large_stack = True
        try:
            self._function()
        finally:
            self._is_done.set()


def has_large_stack() -> bool:
    """Whether the present thread has a stack for the deepest searches."""
    return _present.has_large_stack


class _RecursionLimit:
    """Python's recursion limit, which is one for all threads.

    The first search that needs more raises it, and the last one that ends restores it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._searches = self._before = self._raised = 0

    def enter(self, frames: int) -> None:
        with self._lock:
            if self._searches == 0:
                self._before = self._raised = sys.getrecursionlimit()
            self._searches += 1
            if frames > self._raised:
                sys.setrecursionlimit(frames)
                self._raised = frames

    def leave(self) -> None:
        with self._lock:
            self._searches -= 1
            if self._searches == 0 and self._raised != self._before:
                sys.setrecursionlimit(self._before)


_recursion_limit = _RecursionLimit()


@contextmanager
def recursion_allowed(depth: int) -> Iterator[None]:
    """Let Python recur as deeply as a search of this depth does."""
    _recursion_limit.enter(FRAMES_PER_PLY * depth + 1000)
    try:
        yield
    finally:
        _recursion_limit.leave()


class ThreadTask(NamedTuple):
    """A function to run, and how to stop it from another thread."""

    run: Callable[[], None]
    stop: Callable[[], None]


def run_at_once(tasks: Sequence[ThreadTask]) -> None:
    """Run each task in a thread, the first in this one; raise what one raised when all are done.

    Stopped is raised only if no other exception was.
    """
    errors: list[Exception] = []

    def guarded(run: Callable[[], None]) -> None:
        try:
            run()
        except Exception as error:
            errors.append(error)
            if not isinstance(error, Stopped):  # the others will be stopped, too
                for task in tasks:
                    task.stop()

    threads = [SearchThread(partial(guarded, task.run)) for task in tasks[1:]]
    with ExitStack() as cleanup:
        for task, thread in zip(tasks[1:], threads, strict=True):
            cleanup.callback(thread.finish, task.stop)
            thread.start()
        guarded(tasks[0].run)
        for thread in threads:
            thread.wait()
    if errors:
        raise min(errors, key=lambda error: isinstance(error, Stopped))


class SharedWork:
    """An amount of work that threads share.

    Each takes a share when it is done with the one before. Shares get smaller as less is left, so
    that all threads end together.
    """

    def __init__(self, amount: float, threads: int) -> None:
        self._left, self._threads = amount, threads
        self._lock = threading.Lock()

    def take(self) -> float:
        """The next share; 0 if nothing is left. One thread alone gets everything."""
        with self._lock:
            share = self._left
            if self._threads > 1 and LEAST_SHARE < share < INFINITY:
                share = max(share // (4 * self._threads), LEAST_SHARE)
            if share < INFINITY:
                self._left -= share
        return share
