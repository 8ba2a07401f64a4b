"""Threads that help a search: each searches the same, and all share one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from outply.native.memory import WatchMemory
from outply.search.engine.desk import Desk
from outply.search.stack import Worker

__all__ = ["Helpers"]


class Helpers:
    """So many threads, with a watch and a desk each."""

    def __init__(self, count: int, height: int, root_player: int, contempt: float) -> None:
        self._own = [(WatchMemory(height), Desk()) for _ in range(count)]
        for _, desk in self._own:
            desk.tidy(root_player, contempt)

    def __len__(self) -> int:
        return len(self._own)

    @property
    def nodes(self) -> int:
        return sum(watch.nodes for watch, _ in self._own)

    @contextmanager
    def at_work(self, search: Callable[[int, int], object], nodes: float) -> Iterator[None]:
        """While inside, each does `search(watch, desk)`, up to so many nodes."""
        workers: list[Worker] = []
        try:
            for watch, desk in self._own:
                watch.begin(nodes)
                workers.append(Worker(_quietly(search, watch.address, desk.address)))
                workers[-1].start()
            yield
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


def _quietly(search: Callable[[int, int], object], watch: int, desk: int) -> Callable[[], None]:
    def work() -> None:
        with suppress(Exception):  # what is wrong, the first thread finds as well
            search(watch, desk)

    return work
