"""Compiles what the searches of a game need, and allocates it, while the first of them waits."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

from outply.compiler import optimise_in_background
from outply.game import Game
from outply.search.base import Limit, Search
from outply.search.threads import SearchThread

__all__ = ["WarmUp"]


class WarmUp:
    """A first short search in a thread of its own. `changed` is notified when it is done."""

    def __init__(
        self,
        game: Game[Any],
        search: Search,
        compiled: bool | None,
        memory: Any,
        changed: threading.Condition,
    ) -> None:
        self._game, self._search, self._compiled, self._memory = game, search, compiled, memory
        self._changed, self._has_begun = changed, False
        self.is_done = False

    @property
    def is_running(self) -> bool:
        return self._has_begun and not self.is_done

    def start(self) -> bool:
        """Start, unless it has begun already; return whether it has begun now."""
        if self._has_begun:
            return False
        self._has_begun = True
        SearchThread(self._work).start()
        return True

    def wait(self, seconds: float) -> None:
        """Wait until it is done, but no longer than this."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_done, seconds)

    def _work(self) -> None:
        with suppress(BaseException):  # the next search says what is wrong
            state, limit = self._game.initial(), Limit(depth=1, seconds=1.0)
            given = self._game, state, limit
            self._search.search(*given, compiled=self._compiled, memory=self._memory)
            optimise_in_background()
        with self._changed:
            self.is_done = True
            self._changed.notify_all()
