"""Ctrl-C while a rule does not return: the process ends after about a second."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from outply.cli.errors import STOPPED
from outply.cli.output import print_message
from outply.cli.progress import is_shown

__all__ = ["StuckRules", "ending_stuck_rules"]

PROCESSOR_SECONDS = 0.8  # that a rule may compute after Ctrl-C; a busy machine takes longer
SECONDS = 10.0  # that a rule may wait after Ctrl-C
INTERVAL = 0.05  # seconds
SHOW_CURSOR = "\r\x1b[K\x1b[?25h"


class StuckRules:
    """Ends the process if nothing has happened since Ctrl-C.

    Python runs its own signal handlers between two instructions of the main thread: never while
    compiled code loops. So the signal is also written to a socket, which another thread reads.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._steps = 0
        self._is_closed = False
        self._reading, self._writing = socket.socketpair()
        self._writing.setblocking(False)
        self._before = signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)
        threading.Thread(target=self._read_signals, daemon=True).start()

    def step(self) -> None:
        """Note that the rules have returned."""
        self._steps += 1

    def close(self) -> None:
        signal.set_wakeup_fd(self._before)
        self._is_closed = True
        self._writing.close()  # which ends the thread

    def _read_signals(self) -> None:
        while number := self._reading.recv(1):
            if number[0] == signal.SIGINT:
                self._wait()
        self._reading.close()

    def _wait(self) -> None:
        steps, began, computed = self._steps, time.monotonic(), time.process_time()
        while not self._is_closed and self._steps == steps:
            if (
                time.process_time() - computed >= PROCESSOR_SECONDS
                or time.monotonic() - began >= SECONDS
            ):
                self._end()
            time.sleep(INTERVAL)

    def _end(self) -> None:
        if is_shown():
            sys.stderr.write(SHOW_CURSOR)
        print_message(f"Stopped: the rules of {self._name} did not return.")
        os._exit(STOPPED)


@contextmanager
def ending_stuck_rules(name: str) -> Iterator[StuckRules]:
    """End the process if, within this block, rules do not return after Ctrl-C."""
    stuck = StuckRules(name)
    try:
        yield stuck
    finally:
        stuck.close()
