"""Where everything goes: answers to stdout, refusals and notes to stderr."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TextIO, cast

from outply import compiler
from outply.cli import plain
from outply.cli.progress import doing, is_shown
from outply.game import OutplyError, OutplyWarning

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = [
    "Unwritable",
    "answer",
    "apart_from_prints",
    "console",
    "drop_what_is_unwritten",
    "print_table",
    "say",
    "speaking",
    "write",
]


@contextmanager
def speaking() -> Iterator[None]:
    """Outply's warnings are notes, compiling is announced, and no character is too strange."""
    plain.prepare(sys.stdin, sys.stdout, sys.stderr)
    compiler.on_compile(_compiling)
    with warnings.catch_warnings():
        warnings.showwarning = _noting(warnings.showwarning)
        yield


# -- stdout ---------------------------------------------------------------------------

_kept: ContextVar[TextIO | None] = ContextVar("_kept")


@contextmanager
def apart_from_prints() -> Iterator[None]:
    """What an author's file prints goes to stderr; stdout is kept for the answer."""
    token = _kept.set(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _kept.reset(token)


class Unwritable(OutplyError):
    """Stdout cannot be written to; `is_unread` says that whoever read it has left."""

    def __init__(self, reason: str, *, is_unread: bool = False) -> None:
        super().__init__(f"The answer cannot be written: {reason}.")
        self.is_unread = is_unread


class _Guarded:
    """The stream, whose failures are told apart from those of an author's rules."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        with _telling():
            return self._stream.write(text)

    def flush(self) -> None:
        with _telling():
            self._stream.flush()


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        is_unread = isinstance(problem, BrokenPipeError)
        raise Unwritable(problem.strerror or str(problem), is_unread=is_unread) from problem


def _stdout() -> TextIO:
    stream = _kept.get(sys.stdout)
    if stream is None:
        raise Unwritable("stdout is closed")
    return cast(TextIO, _Guarded(stream))


def drop_what_is_unwritten() -> None:
    """After a write has failed: Python is not to try again, and fail again, when it exits."""
    with suppress(OSError, AttributeError):  # stdout is closed, or a test's own
        number = sys.stdout.fileno()
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)


def write(text: str) -> None:
    """Lines of an answer, as they are."""
    print(text, file=_stdout(), flush=True)


def answer(document: Any) -> None:
    """One JSON document, in UTF-8 anywhere; a value that JSON has no number for is null."""
    import msgspec

    stream = _stdout()
    with _telling():
        stream.buffer.write(msgspec.json.encode(document, enc_hook=repr) + b"\n")
        stream.buffer.flush()


def console(as_json: bool = False) -> Console:
    """Where people read: stdout, or stderr when stdout is for programs.

    Text is printed as it is; only a terminal's lines are wrapped.
    """
    from rich.console import Console

    stream = sys.stderr if as_json else _stdout()
    is_file = not (stream and stream.isatty())
    return Console(file=stream, markup=False, highlight=False, emoji=False, soft_wrap=is_file)


def print_table(people: Console, table: Table) -> None:
    """Lines that end where their text does, unless a terminal shows them."""
    if people.is_terminal:
        people.print(table)
        return
    with people.capture() as captured:
        people.print(table, soft_wrap=False)
    people.print("\n".join(line.rstrip() for line in captured.get().splitlines()))


# -- stderr ---------------------------------------------------------------------------


def say(sentence: str) -> None:
    """One line, whatever is in the sentence."""
    with suppress(OSError):
        print(" ".join(sentence.split()), file=sys.stderr, flush=True)


def _noting(otherwise: Callable[..., None]) -> Callable[..., None]:
    said: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
        if not issubclass(category, OutplyWarning):
            otherwise(message, category, *place)
        elif str(message) not in said:
            said.add(str(message))
            say(f"note: {message}")

    return show


@contextmanager
def _compiling(what: str) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # a person is being asked for a move
        return
    sentence = f"Compiling {what} (once)…"
    if not is_shown():
        say(sentence)
    with doing(sentence):
        yield
