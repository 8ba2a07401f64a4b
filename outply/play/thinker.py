"""Who looks ahead: a search with its limit, for one game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.game import Game
from outply.search import Limit, Progress, Result, Search

__all__ = ["Thinker"]


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
