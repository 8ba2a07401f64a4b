"""A request on its way through a pool."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["Receiver", "Task"]

_numbers = itertools.count(1)


def _ignore(message: bytes) -> None:
    """Nobody waits for it."""


def _ignore_end() -> None:
    """Nobody waits for it."""


class Receiver(NamedTuple):
    """Where answers go: an update may be replaced by a newer one, a message must arrive."""

    update: Callable[[bytes], None] = _ignore
    deliver: Callable[[bytes], None] = _ignore
    end: Callable[[], None] = _ignore_end


class Task:
    """A request for a worker: its number on the page, its text, and the game that it is about.

    `seconds` is how long its search may take; None for a request without one. `is_stopped` says
    that it is to end with what is known, `is_abandoned` that its page has gone.
    """

    def __init__(
        self, id: int, payload: bytes, game: str = "", seconds: float | None = None
    ) -> None:
        self.number = next(_numbers)
        self.id, self.payload, self.game, self.seconds = id, payload, game, seconds
        self.receiver = Receiver()
        self.is_stopped = self.is_abandoned = False

    def silence(self) -> None:
        """Send nothing more."""
        self.receiver = Receiver()

    def abandon(self) -> None:
        """Send nothing more: nobody waits for it."""
        self.silence()
        self.is_abandoned = True
