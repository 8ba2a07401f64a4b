"""Interrupt a method of a game that does not return, while it runs interpreted.

The main thread looks for itself, in a signal handler, every half second of processor time. No
other thread may look: CPython crashes now and then if a thread walks frames that another one runs.
So nothing is interrupted outside the main thread, or where the system has no such signal (Windows).
Compiled rules cannot be interrupted: `cli/stuck_rules.py` ends the process instead.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType
from typing import Any, NamedTuple

from outply.file_modules import imported_files
from outply.game import Game
from outply.source_lines import SourceLine, files_of

__all__ = ["LOOP", "EndlessCall", "UnreturnedCall", "endless_calls_interrupted", "unreturned_call"]

PROCESSOR_SECONDS = 10.0  # that one call of a method may take; a busy machine takes longer
INTERVAL = 0.5  # seconds between two looks
LOOP = "does a loop never end?"


class EndlessCall(BaseException):
    """Raised inside a method that has not returned after `seconds` seconds of processor time.

    Rules may catch an Exception, so it is none. `finding` is what a check says of it.
    """

    seconds = PROCESSOR_SECONDS

    def __init__(self, finding: Exception | None = None) -> None:
        super().__init__()
        self.finding = finding

    def text(self, method: str) -> str:
        return f"`{method}` has not returned after {self.seconds:g} seconds"


class UnreturnedCall(NamedTuple):
    """The method that did not return, its first argument if it has one, and where it was."""

    method: str
    arguments: tuple[Any, ...]
    place: SourceLine


def unreturned_call(error: EndlessCall, files: set[str]) -> UnreturnedCall | None:
    """What the traceback tells of the call, of rules in these files."""
    walked = traceback.walk_tb(error.__traceback__)
    frames = [(frame, line) for frame, line in walked if frame.f_code.co_filename in files]
    if not frames:
        return None
    (outer, _), (inner, line) = frames[0], frames[-1]
    code = outer.f_code
    method = [name for name in code.co_qualname.split(".") if name[0] != "<"][-1]
    names = code.co_varnames[1 : code.co_argcount]
    arguments = tuple(outer.f_locals.get(name) for name in names)[:1]
    return UnreturnedCall(method, arguments, SourceLine(inner.f_code.co_filename, line))


def endless_calls_interrupted(
    game: Game[Any], seconds: float | None = None
) -> AbstractContextManager[None]:
    """Within this block, raise EndlessCall in a call of the game's methods that takes longer."""
    allowed = PROCESSOR_SECONDS if seconds is None else seconds
    calls = _Calls(files_of(game), allowed, sys._getframe(1))
    return _signalled(calls) if _has_timer() else nullcontext()


class _Calls:
    """The calls of an author's functions: which is under way, and since when."""

    def __init__(self, files: set[str], seconds: float, outside: FrameType) -> None:
        self.seconds = seconds
        self._files, self._outside = files, outside
        self._call: FrameType | None = None  # held, so that no other frame gets its address
        self._since = 0.0

    def is_endless(self, frame: FrameType | None, now: float) -> bool:
        """Whether a thread at this frame is in the same call as it was `seconds` seconds ago."""
        call = self._outermost(frame)
        if call is None or call is not self._call:
            self._call, self._since = call, now
            return False
        return now - self._since >= self.seconds

    def _outermost(self, frame: FrameType | None) -> FrameType | None:
        """The call of a rule, or of an evaluation, which may be imported only now."""
        found, files = None, self._files | imported_files("evaluation")
        while isinstance(frame, FrameType) and frame is not self._outside:
            if frame.f_code.co_filename in files:
                found = frame
            frame = frame.f_back
        return found

    def error(self) -> type[EndlessCall]:
        return type(EndlessCall.__name__, (EndlessCall,), {"seconds": self.seconds})


_signalled_calls: list[_Calls] = []  # the innermost is looked at


def _look(_: int, frame: FrameType | None) -> None:
    if _signalled_calls and _signalled_calls[-1].is_endless(frame, time.thread_time()):
        raise _signalled_calls[-1].error()


def _has_timer() -> bool:
    """Whether this thread can get a signal that nobody else uses."""
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        return False
    return signal.getsignal(signal.SIGVTALRM) in (signal.SIG_DFL, _look)


@contextmanager
def _signalled(calls: _Calls) -> Iterator[None]:
    """The handler stays when the block ends: a late signal would end the process otherwise."""
    signal.signal(signal.SIGVTALRM, _look)
    _signalled_calls.append(calls)
    signal.setitimer(signal.ITIMER_VIRTUAL, INTERVAL, INTERVAL)
    try:
        yield
    finally:
        _signalled_calls.remove(calls)
        if not _signalled_calls:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
