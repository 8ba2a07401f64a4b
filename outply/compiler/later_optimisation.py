"""Optimise a kernel in another process, while code that LLVM made quickly runs in this one.

A search that calls its kernel once for each iteration begins at once with code that runs four to
eight times slower, and most searches end before that matters. Once such a kernel has run for a
while, this module is started as a program of its own: it reads the LLVM text of the kernel from the
cache, optimises it fully, and puts the machine code into the cache. It goes on if the process that
started it ends, so that the next one has the faster code from its beginning. If it fails, the
search keeps the slower code: to optimise it here would take seconds, which a search has not.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from time import perf_counter
from typing import Any

from outply.compiler.cache import cached_code, find_request
from outply.compiler.cache_folder import keep_request, kernel_text
from outply.compiler.effort import FULL, VARIABLE
from outply.compiler.llvm import machine_code
from outply.game import OutplyWarning

__all__ = ["LaterOptimisation", "can_run_python"]

WORTHWHILE = 0.25  # seconds that a kernel has run, before it is optimised


class LaterOptimisation:
    """The process that answers the request `full` with the kernel of `facts`, optimised.

    Another version of the same rules may run at the same time and make the same requests. So what
    this process asks for, and what it gets, are kept by the name of the kernel as well.
    """

    def __init__(self, facts: dict[str, Any], full: str) -> None:
        self._facts, self._full = facts, full
        self._quick, self.result = f"quick_{facts['kernel']}", f"optimised_{facts['kernel']}"
        self._seconds = 0.0  # that the kernel has run, in calls that ended
        self._called: float | None = None  # when the call under way began
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0  # the process that started it: another one that was forked cannot wait
        self.has_failed = False
        self._lock = threading.RLock()  # a signal handler may search while this is held

    def begin_call(self) -> None:
        self._called = perf_counter()

    def end_call(self) -> None:
        self._seconds += self._seconds_of_call()
        self._called = None

    def is_ready(self) -> bool:
        """Whether the optimised code is in the cache. The process is started when it is due."""
        if self.has_failed:
            return False
        if self._process is None or self._owner != os.getpid():
            if self._seconds + self._seconds_of_call() >= WORTHWHILE:
                self.start()
            return False
        if self._process.poll() is None:
            return False
        return find_request(self.result) is not None or self.fail()

    def start(self) -> None:
        """Start the process, unless that was done or tried before."""
        with self._lock:
            is_started = self._process is not None and self._owner == os.getpid()
            if not is_started and not self.has_failed:
                self._start()

    def _seconds_of_call(self) -> float:
        called = self._called  # another thread may end its call now
        return 0.0 if called is None else perf_counter() - called

    def fail(self) -> bool:
        """Keep the slower code, and say so."""
        self.has_failed = True
        warnings.warn(
            "No other process could optimise this search, which therefore runs several times"
            f" slower; set {VARIABLE}={FULL} to optimise before it begins.",
            OutplyWarning,
            stacklevel=2,
        )
        return False

    def _start(self) -> None:
        package = str(Path(__file__).parents[2])
        paths = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
        keep_request(self._quick, self._facts)
        try:
            self._process = subprocess.Popen(  # noqa: S603  (nothing that a user wrote)
                [sys.executable, "-P", "-m", __name__, self._quick, self.result, self._full],
                env={**os.environ, "PYTHONPATH": paths, VARIABLE: FULL},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is not meant for it
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # the same, on Windows
            )
            self._owner = os.getpid()
        except (OSError, ValueError):
            self.fail()


def can_run_python() -> bool:
    """Whether this is Python: in an application that contains Python it is that application."""
    name = Path(sys.executable or "").name.lower()
    return not getattr(sys, "frozen", False) and name.startswith(("python", "pypy"))


def optimise(quick: str, *requests: str) -> None:
    """Keep the kernel that answers `quick` with all optimisations, to answer other requests."""
    known = find_request(quick)
    if known is None:
        sys.exit(1)
    facts, _ = known
    text = kernel_text(facts["kernel"])
    _, name = cached_code(text, FULL, lambda: machine_code(text, FULL))
    for request in requests:
        keep_request(request, {**facts, "kernel": name})


if __name__ == "__main__":
    optimise(*sys.argv[1:])
