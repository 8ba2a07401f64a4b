"""Pondering: a search of the position that is expected next, while a person thinks."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from typing import Any

from outply.play.ctrl_c_blocked import ctrl_c_blocked
from outply.play.searcher import Searcher
from outply.search import Result
from outply.search.run_within_limit import Run
from outply.search.threads import SearchThread

__all__ = ["Pondering"]

LONGEST = 3600.0  # seconds


class Pondering:
    """A search in the background, with the searcher's history and memory, until `stop`."""

    def __init__(self, searcher: Searcher, state: Any) -> None:
        self._searcher, self._state = searcher, state
        self._lock = threading.Lock()
        self._run: Run | None = None
        self._is_stopped = False
        self._result: Result | None = None
        self._thread = SearchThread(self._work)
        with ctrl_c_blocked():
            self._thread.start()

    def stop(self) -> None:
        """Stop the search, and wait until it has left its memory."""
        self._thread.finish(self._stop)

    def result_for(self, state: Any) -> Result | None:
        """What was found, if this is the state, and if a search would take no longer than it took.

        Otherwise the next search finds in the memory what this one left there.
        """
        found = self._result
        if found is None or found.move is None or state != self._state:
            return None
        limit = self._searcher.limit
        usual = limit.seconds if limit.clock is None else limit.clock.soft
        is_enough = not self._is_stopped or (usual is not None and found.seconds >= usual)
        return replace(found, seconds=0.0) if is_enough else None

    def _work(self) -> None:
        searcher = self._searcher
        with suppress(Exception):  # the search of the next turn reports what is wrong
            self._result = searcher.search.search(
                *(searcher.game, self._state),
                replace(searcher.limit, seconds=LONGEST, clock=None),
                compiled=searcher.compiled,
                history=searcher.history,
                memory=searcher.memory,
                started=self._started,
            )

    def _started(self, run: Run) -> None:
        with self._lock:
            self._run = run
            if self._is_stopped:
                run.stop()

    def _stop(self) -> None:
        with self._lock:
            self._is_stopped = self._is_stopped or self._result is None
            if self._run:
                self._run.stop()
