"""Threads that help a search: each searches the same, and all share one table."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

from outply.compiler.memory import NativeWatch
from outply.search.engine.desk import Desk
from outply.search.stack import Worker

__all__ = ["Helpers"]


class Helpers:
    """So many threads, with a watch and a desk each."""

    def __init__(self, count: int, height: int, contempt: float) -> None:
        self._own = [(NativeWatch(height), Desk()) for _ in range(count)]
        for _, desk in self._own:
            desk.tidy(contempt)

    def __len__(self) -> int:
        return len(self._own)

    @property
    def nodes(self) -> int:
        return sum(watch.nodes for watch, _ in self._own)

    def at_work(self, kernel: Callable[..., float], nodes: float, *given: Any) -> float:
        """What a kernel finds while each of them searches the same, up to so many nodes."""
        workers: list[Worker] = []
        *search, _, table, _ = given  # each has a watch and a desk of its own
        try:
            for watch, desk in self._own:
                watch.renew()
                watch.begin(nodes)
                own = *search, watch, table, desk
                workers.append(Worker(partial(_quietly, kernel, *own)))
                workers[-1].start()
            return kernel(*given)
        finally:
            self._finish(workers)

    def _finish(self, workers: list[Worker]) -> None:
        """Wait for all of them whatever happens: they use memory of the search."""
        with ExitStack() as every:
            for worker in workers:
                every.callback(worker.finish, self._stop)

    def _stop(self) -> None:
        for watch, _ in self._own:
            watch.stop()


def _quietly(kernel: Callable[..., float], *given: Any) -> None:
    with suppress(Exception):  # what is wrong, the first thread finds as well
        kernel(*given)
