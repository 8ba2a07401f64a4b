"""Optimise a kernel in another process, while code that LLVM made quickly runs in this one.

A search that calls its kernel once for each iteration begins at once with code that runs four to
eight times slower, and most searches end before that matters. Once such a kernel has run for a
while, this module is started as a program of its own: it reads the LLVM text of the kernel from the
cache, optimises it fully, and puts the machine code into the cache. It goes on if the process that
started it ends, so that the next one has the faster code from its beginning.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from outply.compiler.cache import cached_code, find_request, keep_request, kernel_text
from outply.compiler.effort import FULL, VARIABLE
from outply.compiler.llvm import machine_code

__all__ = ["LaterOptimisation"]

WORTHWHILE = 0.25  # seconds that a kernel has run, before it is optimised


class LaterOptimisation:
    """The process that answers the request `full` with the code that answers `quick`, optimised."""

    def __init__(self, quick: str, full: str) -> None:
        self._quick, self._full = quick, full
        self._seconds = 0.0  # that the kernel has run, in calls that ended
        self._called: float | None = None  # when the call under way began
        self._process: subprocess.Popen[bytes] | None = None
        self._has_failed = False

    def begin_call(self) -> None:
        self._called = perf_counter()

    def end_call(self) -> None:
        self._seconds += self._seconds_of_call()
        self._called = None

    def is_done(self) -> bool:
        """Whether the process has ended, or cannot be started. It is started when it is due."""
        if self._process is None and not self._has_failed:
            if self._seconds + self._seconds_of_call() >= WORTHWHILE:
                self.start()
            return self._has_failed
        return self._process is None or self._process.poll() is not None

    def start(self) -> None:
        """Start the process, unless that was done or tried before."""
        if self._process is None and not self._has_failed:
            self._start()

    def _seconds_of_call(self) -> float:
        return 0.0 if self._called is None else perf_counter() - self._called

    def _start(self) -> None:
        if not _is_interpreter(sys.executable):
            self._has_failed = True
            return
        package = str(Path(__file__).parents[2])
        paths = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
        try:
            self._process = subprocess.Popen(  # noqa: S603  (nothing that a user wrote)
                [sys.executable, "-P", "-m", __name__, self._quick, self._full],
                env={**os.environ, "PYTHONPATH": paths, VARIABLE: FULL},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is not meant for it
            )
        except (OSError, ValueError):
            self._has_failed = True


def _is_interpreter(executable: str | None) -> bool:
    """Whether it is Python: in an application that contains Python it is that application."""
    is_application = getattr(sys, "frozen", False)
    return not is_application and Path(executable or "").name.lower().startswith(("python", "pypy"))


def optimise(quick: str, full: str) -> None:
    """Keep the kernel that answers the request `quick` with all optimisations, to answer `full`."""
    known = find_request(quick)
    if known is None:
        sys.exit(1)
    facts, _ = known
    text = kernel_text(facts["kernel"])
    _, name = cached_code(text, FULL, lambda: machine_code(text, FULL))
    keep_request(full, {**facts, "kernel": name})


if __name__ == "__main__":
    optimise(*sys.argv[1:])
