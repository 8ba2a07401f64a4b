"""Errors as messages: one sentence, and the file and line of the rules that raised it."""

from __future__ import annotations

from pathlib import Path
from types import FrameType
from typing import Any

from outply.game import Game, OutplyError
from outply.games import LoadError
from outply.source_lines import SourceLine, authored_files, last_line
from outply.web.messages import Failure, Fault

__all__ = ["NotYet", "failure", "fault_of", "line_of_frame"]


class NotYet(OutplyError):
    """A page asks too early for what is hidden now: nothing is wrong."""


def failure(number: int | None, error: BaseException, game: Game[Any] | None) -> Failure:
    """The message for an error that a request caused."""
    fault = fault_of(error, game)
    is_refusal = isinstance(error, OutplyError) and not isinstance(error, LoadError)
    refused = "not_yet" if isinstance(error, NotYet) else "refused"
    code = refused if is_refusal else "rules" if fault.file else "internal"
    return Failure(id=number, message=fault.message, code=code, file=fault.file, line=fault.line)


def fault_of(error: BaseException, game: Game[Any] | None) -> Fault:
    """What went wrong, and where in an author's file."""
    if isinstance(error, LoadError):
        return Fault(message=str(error), file=Path(error.file).name, line=error.line)
    if isinstance(error, OutplyError):
        return Fault(message=str(error))
    text = f"{type(error).__name__}: {error}".rstrip(": .")
    files = authored_files(game) if game else set()
    place = last_line(error, files) or (SourceLine(min(files), 0) if files else None)
    if place is None:
        return Fault(message=f"{text}.")
    name, line = Path(place.file).name, place.line or None
    return Fault(message=f"{name}{f':{line}' if line else ''}: {text}.", file=name, line=line)


def line_of_frame(frame: FrameType | None, files: set[str]) -> SourceLine | None:
    """The innermost line of these files that a thread is at."""
    while frame is not None:
        if frame.f_code.co_filename in files:
            return SourceLine(frame.f_code.co_filename, frame.f_lineno)
        frame = frame.f_back
    return None
