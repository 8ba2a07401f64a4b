"""Who looks ahead: a search with its limit, for one game."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from outply.game import Game
from outply.play.ctrl_c import spared_ctrl_c
from outply.search import Limit, Progress, Result, Search

__all__ = ["Thinker"]

MOMENT = 0.1  # seconds


@dataclass(frozen=True)
class Thinker:
    game: Game[Any]
    search: Search
    limit: Limit
    compiled: bool | None = None

    def think(
        self, state: Any, limit: Limit | None = None, progress: Progress | None = None
    ) -> Result:
        """Look ahead from `state`, within the thinker's own limit if no other is given."""
        return self.search.search(
            self.game, state, limit or self.limit, compiled=self.compiled, progress=progress
        )

    def prepare(self, state: Any) -> threading.Thread:
        """Compile what `think` will run, in a thread of its own; failures show when it thinks."""
        thread = threading.Thread(target=self._compile, args=(state,))
        with spared_ctrl_c():
            thread.start()
        return thread

    def _compile(self, state: Any) -> None:
        time.sleep(MOMENT)  # the board and the prompt come first
        with suppress(Exception):
            self.search.search(self.game, state, Limit(depth=1, seconds=0.0), compiled=True)

    def with_share(self, share: float) -> Thinker:
        """With so much of the seconds and nodes; a depth is not shared."""
        limit = self.limit
        seconds = None if limit.seconds is None else share * limit.seconds
        nodes = None if limit.nodes is None else int(share * limit.nodes)
        return replace(self, limit=replace(limit, seconds=seconds, nodes=nodes))

    def after(self, seconds: float, nodes: int) -> Thinker:
        """With what is left of the limit when so much was spent."""
        limit = self.limit
        left = None if limit.seconds is None else max(0.0, limit.seconds - seconds)
        nodes_left = None if limit.nodes is None else max(0, limit.nodes - nodes)
        return replace(self, limit=replace(limit, seconds=left, nodes=nodes_left))
