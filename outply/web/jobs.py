"""What a worker gives to the code that answers a request: a way to send messages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TypeVar

import msgspec

from outply.search.run_within_limit import Run
from outply.web.messages import Analysis, Progress

__all__ = ["Updates", "WorkerJob"]

INTERVAL = 0.1  # seconds between two updates of a page

Update = TypeVar("Update", Progress, Analysis)


class WorkerJob:
    """One request in a worker.

    `send` sends a message that must arrive, `update` one that a newer one may replace, and
    `started` says that everything is compiled. `compiled` is False if it is to be interpreted.
    """

    def __init__(
        self,
        send: Callable[[msgspec.Struct], None],
        update: Callable[[msgspec.Struct], None],
        started: Callable[[], None],
        compiled: bool | None = None,
    ) -> None:
        self.send, self.update, self.started, self.compiled = send, update, started, compiled


class Updates:
    """Shows a search while it runs, ten times a second: its last result, and its nodes by now.

    Results are shown as messages by the thread that searches, which alone may call the rules.
    """

    def __init__(self, job: WorkerJob) -> None:
        self._job = job
        self._latest: Progress | Analysis | None = None
        self._run: Run | None = None
        self._has_ended, self._is_over = False, threading.Event()

    def begin(self, run: Run) -> None:
        """Note that the search begins: all code is compiled."""
        self._run = run
        self._job.started()

    def show(self, message: Progress | Analysis) -> None:
        """Replace the message that is shown next."""
        self._latest = message

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Send updates inside this context."""
        thread = threading.Thread(target=self._send_updates, daemon=True)
        try:
            thread.start()
            yield
        finally:
            self._has_ended = True  # first: an interrupt may come in the midst of any call
            self._is_over.set()
            if thread.is_alive():
                thread.join()

    def _send_updates(self) -> None:
        began = due = perf_counter()
        while True:
            due = max(due + INTERVAL, perf_counter())
            if self._is_over.wait(due - perf_counter()) or self._has_ended:
                return
            message, run = self._latest, self._run
            if message is None:
                continue
            nodes = message.nodes if run is None else max(message.nodes, run.nodes_so_far)
            seconds = perf_counter() - began if run is None else run.seconds
            self._job.update(msgspec.structs.replace(message, nodes=nodes, seconds=seconds))
