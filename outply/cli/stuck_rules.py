"""Rules that do not return: what a command does about them.

Interpreted rules are interrupted (`outply/endless_calls.py`), and the command names the line.
Nothing can interrupt compiled rules, so the process ends: about a second after Ctrl-C, or some
seconds after the limit of the search. Seconds are those of the processor: a busy machine does not
count.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import perf_counter
from typing import Any, NamedTuple

from outply import endless_calls
from outply.cli.errors import BAD_INPUT, STOPPED
from outply.cli.output import print_message
from outply.cli.progress import is_shown
from outply.endless_calls import endless_calls_interrupted
from outply.game import Game
from outply.search import Limit
from outply.search.runner import (
    RunningKernel,
    end_observing,
    observe_kernels,
    running_kernels,
)

__all__ = ["StuckRules", "ending_stuck_rules"]

AFTER_CTRL_C = 0.8  # seconds of the processor that rules may take
WAITING_AFTER_CTRL_C = 10.0  # seconds of any clock
INTERVAL = 0.5  # seconds between two looks,
INTERVAL_AFTER_CTRL_C = 0.05
SHOW_CURSOR = "\r\x1b[K\x1b[?25h"


class _Activity(NamedTuple):
    """What changes unless rules are stuck: the steps of the command, the nodes of each kernel."""

    steps: int
    nodes: tuple[tuple[int, int], ...]


class StuckRules:
    """Ends the process if nothing happens after Ctrl-C, or in a kernel after its deadline.

    Python runs its own signal handlers between two instructions of the main thread: never while
    compiled code loops. So the signal is also written to a socket, which another thread reads.
    A command that is `stepwise` calls `step` whenever rules have returned; of others, only kernels
    are looked at.
    """

    def __init__(self, name: str, *, stepwise: bool = False) -> None:
        self._name, self._stepwise = name, stepwise
        self._steps = 0
        self._is_closed = self._is_interrupted = False
        self._last = _Activity(0, ())
        self._computed, self._began = time.process_time(), time.monotonic()
        self._reading, self._writing = socket.socketpair()
        self._writing.setblocking(False)
        self._before = signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)
        threading.Thread(target=self._watch, daemon=True).start()
        observe_kernels(self)

    def step(self) -> None:
        """Note that the rules have returned."""
        self._steps += 1

    def close(self) -> None:
        signal.set_wakeup_fd(self._before)
        self._is_closed = True
        end_observing(self)
        self._writing.close()  # which ends the thread

    # -- in the thread that watches ----------------------------------------------------

    def _watch(self) -> None:
        while not self._is_closed:
            interval = INTERVAL_AFTER_CTRL_C if self._is_interrupted else INTERVAL
            if select.select([self._reading], [], [], interval)[0]:
                number = self._reading.recv(1)
                if number and number[0] == signal.SIGINT:
                    self._is_interrupted = True
                    self._restart()
            if not self._is_closed:
                self._look()
        self._reading.close()

    def _restart(self) -> None:
        self._computed, self._began = time.process_time(), time.monotonic()

    def _look(self) -> None:
        kernels = running_kernels()
        activity = _Activity(self._steps, tuple((id(k.watch), k.watch.nodes) for k in kernels))
        if activity != self._last:
            self._last, self._is_interrupted = activity, False
            self._restart()
        elif self._is_interrupted:
            if (kernels or self._stepwise) and self._has_taken(AFTER_CTRL_C * max(1, len(kernels))):
                self._end(f"Stopped: the rules of {self._name} did not return.", STOPPED)
        elif not kernels or not all(map(_is_overdue, kernels)):
            self._restart()
        elif time.process_time() - self._computed >= _overtime() * len(kernels):
            self._end(_overdue_text(self._name), BAD_INPUT)

    def _has_taken(self, seconds: float) -> bool:
        waited = time.monotonic() - self._began
        return time.process_time() - self._computed >= seconds or waited >= WAITING_AFTER_CTRL_C

    def _end(self, sentence: str, code: int) -> None:
        if is_shown():
            sys.stderr.write(SHOW_CURSOR)
        print_message(sentence)
        os._exit(code)


def _is_overdue(kernel: RunningKernel) -> bool:
    return perf_counter() >= kernel.deadline or kernel.watch.is_stopped


def _overtime() -> float:
    return endless_calls.PROCESSOR_SECONDS


def _overdue_text(name: str) -> str:
    return (
        f"The compiled rules of {name} have not returned {_overtime():g} seconds after the limit; "
        f"{endless_calls.LOOP} Add --interpreted to see the line."
    )


@contextmanager
def ending_stuck_rules(
    game: Game[Any], limit: Limit, *, stepwise: bool = False
) -> Iterator[StuckRules | None]:
    """Within this block, end what does not return after Ctrl-C, or after the limit.

    Only the main thread hears Ctrl-C; elsewhere nothing is watched.
    """
    if threading.current_thread() != threading.main_thread():
        yield None
        return
    with ExitStack() as cleanup:
        seconds = limit.seconds if limit.clock is None else limit.clock.remaining
        if seconds is not None:
            allowed = seconds + endless_calls.PROCESSOR_SECONDS
            cleanup.enter_context(endless_calls_interrupted(game, allowed))
        stuck = StuckRules(game.name, stepwise=stepwise)
        cleanup.callback(stuck.close)
        yield stuck
