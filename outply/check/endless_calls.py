"""Stop a check whose game has a method that does not return."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any

from outply.check.check_report import Broken, shown
from outply.game import Game
from outply.source_lines import SourceLine, files_of

__all__ = ["LOOP", "EndlessCall", "EndlessCalls", "not_returned"]

PROCESSOR_SECONDS = 10.0  # that one call of a method may take; a busy machine takes longer
INTERVAL = 0.5  # seconds between two looks
JUMPS = 100  # at each of which Python may raise what another thread asked for
LOOP = "does a loop never end?"


class EndlessCall(BaseException):
    """A method that does not return, for whatever it was `broken` says; ends the check.

    It is raised inside that method. Rules may catch an Exception, so it is none.
    """

    def __init__(self, broken: Broken | None = None) -> None:
        super().__init__()
        self.broken = broken


def not_returned(method: str) -> str:
    return f"`{method}` has not returned after {PROCESSOR_SECONDS:g} seconds"


class EndlessCalls:
    """Within this context, a method of the game that does not return is interrupted.

    Another thread looks at which method the checking thread is in. If that is the same call for
    too long, it raises EndlessCall there, and `found` says what is wrong. Python raises it
    between two instructions, so code that waits in C, or is compiled, cannot be interrupted.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.found: Broken | None = None
        self._game, self._files = game, files_of(game)
        self._checking = threading.get_ident()
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._outside: FrameType | None = None
        self._call: FrameType | None = None  # held, so that no other frame gets its address
        self._since = 0.0

    def __enter__(self) -> EndlessCalls:
        self._outside = sys._getframe(1)
        threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        """Keep EndlessCall from the caller of the check."""
        self._close()
        if not isinstance(error, EndlessCall):
            self.found = None
            return False
        self.found = error.broken or self.found
        return True

    def _close(self) -> None:
        """Let nothing be raised from now on; what was raised late arrives in the loop."""
        while not self._closed.is_set():
            with suppress(EndlessCall), self._lock:
                self._closed.set()
        with suppress(EndlessCall):
            for _ in range(JUMPS):
                pass
        self._call = self._outside = None

    def _watch(self) -> None:
        while not self._closed.wait(INTERVAL):
            frames = self._frames_of_rules()
            call, now = frames[-1] if frames else None, time.process_time()
            if call is None or call is not self._call:
                self._call, self._since = call, now
            elif now - self._since >= PROCESSOR_SECONDS:
                self._interrupt(frames)

    def _frames_of_rules(self) -> list[FrameType]:
        """The calls of the author's functions that are under way, the innermost first."""
        frames, frame = [], sys._current_frames().get(self._checking)
        while frame is not None and frame is not self._outside:
            if frame.f_code.co_filename in self._files:
                frames.append(frame)
            frame = frame.f_back
        return frames

    def _interrupt(self, frames: list[FrameType]) -> None:
        with self._lock:
            if not self._closed.is_set():
                self.found = _broken(frames)
                thread, error = ctypes.c_ulong(self._checking), ctypes.py_object(EndlessCall)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, error)


def _broken(frames: list[FrameType]) -> Broken:
    """What is wrong, where no position is known: in a search or a play that only counts."""
    code = frames[-1].f_code
    method = [name for name in code.co_qualname.split(".") if name[0] != "<"][-1]
    given = [frames[-1].f_locals.get(name) for name in code.co_varnames[1 : code.co_argcount]]
    position = f" at position {shown(given[0])}" if given else ""
    place = SourceLine(frames[0].f_code.co_filename, frames[0].f_lineno)
    return Broken(f"{not_returned(method)}{position}; {LOOP}", place, "returns")
