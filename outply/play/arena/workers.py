"""Processes of this machine that play games, one game each at a time.

Each has an executor of its own: when a process dies, exactly one game was under way in it, and the
others go on. `Died` is the error of that game's future.
"""

from __future__ import annotations

import faulthandler
import os
import re
import shutil
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, Protocol

from outply.compiler import on_compile
from outply.game import OutplyWarning
from outply.play.ctrl_c import spared_ctrl_c

__all__ = ["Crew", "Died", "ThisProcess", "Workers"]


class Died(Exception):
    """A process died, with the game that it played."""


class Crew(Protocol):
    """Those who play: `submit` as in `concurrent.futures`, for so many games at once.

    `may_die` says that a game can be ended by ending its process.
    """

    capacity: int
    may_die: bool

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Begin; while more than `capacity` are under way nothing is promised."""

    def diary(self, number: int) -> str | None:
        """Where a game keeps its diary, if whoever plays it can be outlived."""

    def close(self) -> None:
        """Leave; games under way are not finished."""


class ThisProcess:
    """No other process: `submit` plays at once. What kills a player kills the match."""

    capacity = 1
    may_die = False

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future

    def diary(self, number: int) -> str | None:
        return None

    def close(self) -> None:
        pass


class Workers:
    """Processes of this machine, by loky: so many as `jobs` says, or as there are cores for us."""

    may_die = True

    def __init__(self, jobs: int | None = None) -> None:
        from loky import cpu_count  # type: ignore[import-untyped]

        self.capacity: int = jobs or cpu_count()
        self._free: list[Any] = []
        self._all: list[Any] = []
        self._folder = tempfile.TemporaryDirectory(prefix="outply-arena-")
        resource_tracker.ensure_running()  # later, it would end what spares others Ctrl-C

    def diary(self, number: int) -> str | None:
        return str(Path(self._folder.name) / str(number))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        with spared_ctrl_c():
            executor, inner = self._handed_out(function, *arguments)
        outer: Future[Any] = Future()
        inner.add_done_callback(lambda done: self._hand_on(executor, done, outer))
        return outer

    def _handed_out(self, *work: Any) -> tuple[Any, Future[Any]]:
        """To one who is free; it may have died since."""
        while self._free:
            executor = self._free.pop()
            with suppress(BrokenProcessPool):
                return executor, executor.submit(*work)
        executor = self._started()
        return executor, executor.submit(*work)

    def _started(self) -> Any:
        from loky.process_executor import ProcessPoolExecutor  # type: ignore[import-untyped]

        given = (os.getpid(), self._folder.name)
        executor = ProcessPoolExecutor(1, timeout=None, initializer=_begin, initargs=given)
        self._all.append(executor)
        return executor

    def _hand_on(self, executor: Any, done: Future[Any], outer: Future[Any]) -> None:
        """Called in a thread of the executor's, before whoever waits for `outer` goes on."""
        if done.cancelled():
            outer.cancel()
            return
        error = done.exception()
        if isinstance(error, BrokenProcessPool):
            outer.set_exception(Died(f"its process died{_exit_told(error)}"))
            return
        self._free.append(executor)
        if error is None:
            outer.set_result(done.result())
        else:
            outer.set_exception(error)

    def close(self) -> None:
        with spared_ctrl_c():
            for executor in self._all:
                executor.shutdown(kill_workers=True)
            self._folder.cleanup()


def _exit_told(error: BaseException) -> str:
    """How a process ended, from what loky says: ` (SIGSEGV(-11))`."""
    codes = re.search(r"exit codes of the workers are \{(.*?)\}", str(error))
    return f" ({codes[1]})" if codes else ""


# -- in the other process ------------------------------------------------------------------


def _begin(leader: int, folder: str) -> None:
    """What authors print goes to stderr, the process does not outlive the match, and it tells
    people nothing: notes were told by the leader, and its death is told by its game.
    """
    os.dup2(2, 1)
    warnings.simplefilter("ignore", OutplyWarning)
    on_compile(lambda what: nullcontext())
    faulthandler.enable(open(os.devnull, "w"))  # noqa: SIM115 (as long as the process lives)
    threading.Thread(target=_leave_with, args=(leader, folder), daemon=True).start()


def _leave_with(leader: int, folder: str) -> None:
    """End when the leader has, and clean up if it could not."""
    while os.getppid() == leader:
        time.sleep(0.5)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)
