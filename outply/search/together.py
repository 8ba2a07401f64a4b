"""Work in several threads at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from threading import Lock
from typing import NamedTuple

from outply.compiler import Stopped
from outply.game import INFINITY
from outply.search.stack import Worker

__all__ = ["Pool", "Work", "at_once"]

LEAST = 16  # of a pool, at once


class Work(NamedTuple):
    """What to do, and how to stop that from another thread."""

    do: Callable[[], None]
    stop: Callable[[], None]


def at_once(works: Sequence[Work]) -> None:
    """Each in its thread, the first in this one; what one raises is raised when all are done.

    Stopped only if nothing worse was.
    """
    errors: list[Exception] = []

    def noting(do: Callable[[], None]) -> None:
        try:
            do()
        except Exception as error:
            errors.append(error)
            if not isinstance(error, Stopped):  # which all are, in time
                for work in works:
                    work.stop()

    workers = [Worker(partial(noting, work.do)) for work in works[1:]]
    with ExitStack() as every:
        for work, worker in zip(works[1:], workers, strict=True):
            every.callback(worker.finish, work.stop)
            worker.start()
        noting(works[0].do)
        for worker in workers:
            worker.wait()
    if errors:
        raise min(errors, key=lambda error: isinstance(error, Stopped))


class Pool:
    """An amount that threads share: each takes a portion when it is done with the one before, the
    smaller the less is left, so that all come to the end together.
    """

    def __init__(self, amount: float, threads: int) -> None:
        self._left, self._threads = amount, threads
        self._lock = Lock()

    def take(self) -> float:
        """0 if nothing is left; for one thread alone, all."""
        with self._lock:
            portion = self._left
            if self._threads > 1 and LEAST < portion < INFINITY:
                portion = max(portion // (4 * self._threads), LEAST)
            if portion < INFINITY:
                self._left -= portion
        return portion
