"""Compiles what the searches of a game need, before and while the first of them waits."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

from outply.game import Game
from outply.search.base import Limit, Search
from outply.search.threads import SearchThread

__all__ = ["WarmUp"]


class WarmUp:
    """A first short search in a thread of its own. `changed` is notified when it is done."""

    def __init__(
        self, game: Game[Any], search: Search, compiled: bool | None, changed: threading.Condition
    ) -> None:
        self._game, self._search, self._compiled = game, search, compiled
        self._changed, self._has_begun = changed, False
        self.is_done = False

    @property
    def is_running(self) -> bool:
        return self._has_begun and not self.is_done

    def start(self) -> None:
        """Start, unless it has begun already."""
        if not self._has_begun:
            self._has_begun = True
            SearchThread(self._work).start()

    def _work(self) -> None:
        with suppress(BaseException):  # the next search says what is wrong
            state, limit = self._game.initial(), Limit(depth=1, seconds=1.0)
            self._search.search(self._game, state, limit, compiled=self._compiled)
        with self._changed:
            self.is_done = True
            self._changed.notify_all()
