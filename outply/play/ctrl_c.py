"""Who hears Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["spared_ctrl_c"]


@contextmanager
def spared_ctrl_c() -> Iterator[None]:
    """Ctrl-C waits until the end; processes and threads that are started inside never hear it.

    A terminal sends it to all processes: only the one that leads the match is to obey. And the
    system gives it to any thread of a process, but only the main one stops waiting for input.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
