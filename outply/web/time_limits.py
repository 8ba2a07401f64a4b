"""How long a search of a page may take, and a limit of time for rules in a worker's main thread."""

from __future__ import annotations

import math
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from outply.game import OutplyError
from outply.web.messages import ChooseRequest, SearchRequest, TreeRequest

__all__ = ["search_seconds", "time_limit"]

LONGEST = 60.0  # seconds of one search
USUAL = 1.0  # seconds, if nothing is said


def search_seconds(request: SearchRequest) -> float:
    """The seconds that a search may take, or the several searches of a recorded tree."""
    limits = request.limits
    if limits.seconds is not None and not 0.0 <= limits.seconds < math.inf:
        raise OutplyError(f"The limit of seconds is {limits.seconds}; give 0 to {LONGEST:g}.")
    if limits.seconds is not None and not isinstance(request, TreeRequest):
        return min(limits.seconds, LONGEST)
    if isinstance(request, TreeRequest):
        return LONGEST
    has_clock = isinstance(request, ChooseRequest) and request.clock is not None
    has_limit = has_clock or limits.depth is not None or limits.nodes is not None
    return LONGEST if has_limit else USUAL


@contextmanager
def time_limit(seconds: float, what: str) -> Iterator[None]:
    """Raise TimeoutError inside, at the line that is running, after `seconds` seconds."""

    def raise_timeout(signal_number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"{what} took longer than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, raise_timeout)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
