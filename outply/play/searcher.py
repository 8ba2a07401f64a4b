"""A search bound to one game and one limit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from outply.compiler import optimise_in_background
from outply.game import Game
from outply.play.ctrl_c_blocked import ctrl_c_blocked
from outply.search import Limit, Progress, Result, Search
from outply.search.run_within_limit import Run

__all__ = ["Searcher"]

COMPILE_DELAY = 0.1  # seconds, so that the board and the prompt are shown first


@dataclass(frozen=True)
class Searcher:
    """A search, the game it searches and its limit; `compiled` is passed on to the search.

    `reason` says why the search was chosen; it is None if the user named the search. `history` is
    the earlier states of the game, and `memory` is what the search keeps between its moves.
    `started` is called with each run.
    """

    game: Game[Any]
    search: Search
    limit: Limit
    compiled: bool | None = None
    reason: str | None = None
    history: Sequence[Any] = ()
    memory: Any = None
    started: Callable[[Run], None] | None = None

    def run(
        self, state: Any, limit: Limit | None = None, progress: Progress | None = None
    ) -> Result:
        """Search `state` within `limit`, or within the searcher's own limit."""
        return self.search.search(
            *(self.game, state, limit or self.limit),
            compiled=self.compiled,
            progress=progress,
            history=self.history,
            memory=self.memory,
            started=self.started,
        )

    def compile_in_background(self, state: Any) -> threading.Thread:
        """Start a thread that compiles what `run` needs; `run` reports any failure later."""
        thread = threading.Thread(target=self._compile, args=(state,))
        with ctrl_c_blocked():
            thread.start()
        return thread

    def _compile(self, state: Any) -> None:
        time.sleep(COMPILE_DELAY)
        with suppress(Exception):
            self.search.search(self.game, state, Limit(depth=1, seconds=0.0), compiled=True)
            optimise_in_background()

    def with_share(self, share: float) -> Searcher:
        """Return a searcher with a share of the seconds and nodes; the depth stays the same."""
        limit = self.limit
        seconds = None if limit.seconds is None else share * limit.seconds
        nodes = None if limit.nodes is None else int(share * limit.nodes)
        return replace(self, limit=replace(limit, seconds=seconds, nodes=nodes))

    def after_spending(self, seconds: float, nodes: int) -> Searcher:
        """Return a searcher with the rest of the limit."""
        limit = self.limit
        seconds_left = None if limit.seconds is None else max(0.0, limit.seconds - seconds)
        nodes_left = None if limit.nodes is None else max(0, limit.nodes - nodes)
        return replace(self, limit=replace(limit, seconds=seconds_left, nodes=nodes_left))
