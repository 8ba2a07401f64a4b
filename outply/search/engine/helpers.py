"""Threads that help a search: each searches the same, and all share one table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from outply.native.memory import WatchMemory
from outply.search.engine.desk import Desk
from outply.search.stack import start

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
        threads: list[threading.Thread] = []
        try:
            for watch, desk in self._own:
                watch.begin(nodes)
                threads.append(start(_quietly(search, watch.address, desk.address)))
            yield
        finally:
            self._end(threads)

    def _end(self, threads: list[threading.Thread]) -> None:
        """Stop them, and wait for them whatever happens: they use memory of the search."""
        interrupted = False
        while any(thread.is_alive() for thread in threads):
            try:
                for watch, _ in self._own:
                    watch.stop()
                for thread in threads:
                    thread.join()
            except KeyboardInterrupt:
                interrupted = True
        if interrupted:
            raise KeyboardInterrupt


def _quietly(search: Callable[[int, int], object], watch: int, desk: int) -> Callable[[], None]:
    def work() -> None:
        with suppress(Exception):  # what is wrong, the first thread finds as well
            search(watch, desk)

    return work
