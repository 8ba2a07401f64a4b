"""Room for recursion, compiled and interpreted."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

__all__ = ["allow_recursion", "start"]

KERNEL_STACK = 64 << 20  # bytes, for searches a thousand plies deep
FRAMES_PER_PLY = 4

_stack_size = threading.Lock()  # it is one setting for all threads


def start(work: Callable[[], None]) -> threading.Thread:
    """A thread with a large stack that does some work."""
    thread = threading.Thread(target=work, daemon=True)
    with _stack_size:
        before = threading.stack_size(KERNEL_STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


def allow_recursion(depth: int) -> None:
    """Only ever raised: another thread may be deep in a search of its own."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES_PER_PLY * depth + 1000))
