"""Stopping compiled searches: at a deadline, and when Ctrl-C is pressed.

A kernel runs in the thread that asked for it, without the interpreter's lock, and looks at
its memory at every node. One guard thread per process writes "stop" there: when the time is
up, or when a signal's number arrives in the socket that Python writes it to.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import Protocol

from outply.game import INFINITY

__all__ = ["guarded"]

WAKE = b"\0"  # no signal has this number
LONGEST_SLEEP = 3600.0  # seconds


class Stoppable(Protocol):
    def stop(self) -> None: ...


class _Guard:
    """The thread, and what it watches over."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._inbox, self.outbox = socket.socketpair()
        self._inbox.setblocking(False)
        self.outbox.setblocking(False)
        self._lock = threading.Lock()
        self._searches: dict[Stoppable, float] = {}  # and when each must stop
        threading.Thread(target=self._watch, daemon=True, name="outply-guard").start()

    def add(self, search: Stoppable, deadline: float) -> None:
        with self._lock:
            self._searches[search] = deadline
        if deadline < INFINITY:
            self._wake()

    def remove(self, search: Stoppable) -> None:
        with self._lock:
            self._searches.pop(search, None)

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # it has enough to wake up for
            self.outbox.send(WAKE)

    def _watch(self) -> None:
        selector = selectors.DefaultSelector()
        selector.register(self._inbox, selectors.EVENT_READ)
        while True:
            arrived = selector.select(self._patience())
            signals = self._inbox.recv(4096) if arrived else b""
            self._stop_due(everything=signal.SIGINT in signals)

    def _patience(self) -> float:
        with self._lock:
            first = min(self._searches.values(), default=INFINITY)
        return min(max(0.0, first - perf_counter()), LONGEST_SLEEP)

    def _stop_due(self, everything: bool) -> None:
        now = perf_counter()
        with self._lock:
            for search, deadline in list(self._searches.items()):
                if everything or deadline <= now:
                    search.stop()
                    self._searches[search] = INFINITY


_guard: _Guard | None = None
_making = threading.Lock()


def _the_guard() -> _Guard:
    """One a process: a fork has none of its parent's threads."""
    global _guard
    if _guard is None or _guard.process != os.getpid():
        with _making:
            if _guard is None or _guard.process != os.getpid():
                _guard = _Guard()
    return _guard


@contextmanager
def guarded(search: Stoppable, deadline: float) -> Iterator[None]:
    """While inside, `search.stop()` is called at the deadline and on Ctrl-C."""
    guard = _the_guard()
    is_main = threading.current_thread() is threading.main_thread()
    before = (
        signal.set_wakeup_fd(guard.outbox.fileno(), warn_on_full_buffer=False) if is_main else -1
    )
    guard.add(search, deadline)
    try:
        yield
    finally:
        guard.remove(search)
        if is_main:
            signal.set_wakeup_fd(before)
