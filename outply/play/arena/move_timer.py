"""When a player of a match loses on time: a turn took longer than it may, with a margin.

`Seat.allowed` in `seat.py` is what its limit or clock allows;
`outply arena run --margin` sets the margin.
"""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from outply.play.arena.game_record import Ending

__all__ = ["Forfeit", "MoveTimer"]

GRACE = 2.0  # seconds after its time, when the process of a player is killed


class Forfeit(Exception):
    """The player loses the game."""

    def __init__(self, ending: Ending, reason: str) -> None:
        super().__init__(reason)
        self.ending = ending


class MoveTimer:
    """Measures the time of one move: its limit and a margin.

    If the process is `killable`, a player that does not return is killed with its process, even if
    it never releases Python's interpreter lock.
    """

    def __init__(self, margin: float, *, killable: bool) -> None:
        self._margin, self._killable = margin, killable

    @contextmanager
    def limit(self, seconds: float | None) -> Iterator[None]:
        """Raise Forfeit if the block takes too long."""
        allowed = None if seconds is None else seconds + self._margin
        began = perf_counter()
        with self.kill_after(None if allowed is None else allowed + GRACE):
            yield
        took = perf_counter() - began
        if allowed is not None and took > allowed:
            raise Forfeit(Ending.TIME, f"took {took:.3f} s of {round(seconds or 0.0, 3):g} s")

    @contextmanager
    def kill_after(self, seconds: float | None) -> Iterator[None]:
        """Kill the process if the block takes longer."""
        if seconds is None or not self._killable:
            yield
            return
        with open(os.devnull, "w") as nowhere:
            faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
            try:
                yield
            finally:
                faulthandler.cancel_dump_traceback_later()
