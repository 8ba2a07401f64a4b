"""Who is told how far an analysis is."""

from __future__ import annotations

from outply.search import Result
from outply.search.engine import EngineRun

__all__ = ["Onlooker"]


class Onlooker:
    """Takes no notice; override what is of interest."""

    def deeper(self, result: Result) -> None:
        """A depth was finished."""

    def proving(self, run: EngineRun) -> None:
        """A proof begins, whose nodes can be counted meanwhile."""

    def other_move(self, done: int, of: int) -> None:
        """The next one of the moves that were not chosen is looked at."""
