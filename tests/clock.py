"""Time in tests is the time that this process computes: a busy machine changes nothing.

Timeouts of processes and threads are ten minutes. They only end a test that would never end.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import TypeVar

Found = TypeVar("Found")


@contextmanager
def computing_at_most(seconds: float) -> Iterator[None]:
    """Fail if what is inside computes for longer, in all threads together."""
    began = process_time()
    yield
    assert process_time() - began < seconds


def computed_by(pids: Iterable[int]) -> float:
    """The seconds for which these processes have computed so far, in all their threads."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    ticks = sum(int(user) + int(system) for *_, user, system in (each[:13] for each in fields))
    return ticks / os.sysconf("SC_CLK_TCK")


def with_enough_seconds(
    search: Callable[[float], Found], is_enough: Callable[[Found], bool], seconds: float
) -> Found:
    """What a search finds in so many seconds, or in ten or a hundred times as many.

    A busy machine may leave the process no time within the first.
    """
    found = search(seconds)
    for factor in (10, 100):
        if is_enough(found):
            break
        found = search(factor * seconds)
    return found


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raise what Ctrl-C raises, once, when what is inside has computed for so long.

    Without the callbacks of the garbage collector, of which Hypothesis has one: Python runs the
    handler of a signal that comes during a collection in such a callback, and drops what it raises.
    """
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()
    before = signal.signal(signal.SIGPROF, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        gc.callbacks.extend(callbacks)
