"""How hard LLVM optimises: fully, or quickly, for code that is soon there and runs slower."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from outply.game import OutplyError

__all__ = ["FULL", "QUICK", "VARIABLE", "chosen_effort", "fully_optimised"]

FULL, QUICK = EFFORTS = ("full", "quick")
VARIABLE = "OUTPLY_OPTIMIZE"
_lock = threading.Lock()
_blocks = 0  # of `fully_optimised`, in all threads, that have set the variable


def chosen_effort() -> str | None:
    """What the user chose; None if that is left open: then searches choose."""
    chosen = os.environ.get(VARIABLE)
    if chosen is not None and chosen not in EFFORTS:
        raise OutplyError(f"{VARIABLE} is {chosen!r}; set it to {' or '.join(EFFORTS)}.")
    return chosen


@contextmanager
def fully_optimised() -> Iterator[None]:
    """Within this block, code is as fast in its first call as later, unless the user chose.

    For whatever compares times or counts nodes; processes that are started here do the same.
    Threads may be in such blocks at the same time: the last one resets the variable.
    """
    global _blocks
    with _lock:
        is_open = _blocks > 0 or VARIABLE not in os.environ
        if is_open:
            _blocks, os.environ[VARIABLE] = _blocks + 1, FULL
    try:
        yield
    finally:
        with _lock:
            _blocks -= is_open
            if is_open and _blocks == 0:
                os.environ.pop(VARIABLE, None)
