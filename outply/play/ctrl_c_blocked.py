"""Keep Ctrl-C away from the processes and threads that a match starts."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["ctrl_c_blocked"]


@contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Delay Ctrl-C until the block ends; processes and threads started inside never receive it.

    A terminal sends Ctrl-C to all processes, but only the main process of a match may act on it.
    The system delivers it to any thread of a process, but only the main thread stops waiting for
    input.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
