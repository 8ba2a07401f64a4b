"""Work in several threads at once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import Protocol

from outply.native import Stopped
from outply.search.stack import Worker

__all__ = ["Work", "at_once"]


class Work(Protocol):
    def go_on(self) -> None: ...

    def stop(self) -> None:
        """From another thread."""


def at_once(works: Sequence[Work]) -> None:
    """Each in its thread, the first in this one; what one raises is raised when all are done.

    Stopped only if nothing worse was.
    """
    errors: list[Exception] = []

    def do(work: Work) -> None:
        try:
            work.go_on()
        except Exception as error:
            errors.append(error)

    workers = [Worker(partial(do, work)) for work in works[1:]]
    with ExitStack() as every:
        for work, worker in zip(works[1:], workers, strict=True):
            every.callback(worker.finish, work.stop)
            worker.start()
        do(works[0])
        for worker in workers:
            worker.wait()
    if errors:
        raise min(errors, key=lambda error: isinstance(error, Stopped))
