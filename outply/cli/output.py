"""Output: results to stdout, errors and notes to stderr."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stdout, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TextIO, cast

from outply import compiler
from outply.cli import ascii_fallback
from outply.cli.progress import activity, is_shown
from outply.game import OutplyError, OutplyWarning

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from outply.cli.schemas import Document

__all__ = [
    "Unwritable",
    "apart_from_prints",
    "console",
    "discard_unwritten",
    "line_writer",
    "prepared_streams",
    "print_json",
    "print_message",
    "print_table",
    "write",
]


@contextmanager
def prepared_streams() -> Iterator[None]:
    """Show Outply's warnings as notes, announce compiling, and encode every character."""
    ascii_fallback.prepare(sys.stdin, sys.stdout, sys.stderr)
    compiler.on_compile(_announcer())
    with warnings.catch_warnings():
        warnings.showwarning = _as_notes(warnings.showwarning)
        yield


# -- stdout ---------------------------------------------------------------------------

_real_stdout: ContextVar[TextIO | None] = ContextVar("_real_stdout")


@contextmanager
def apart_from_prints() -> Iterator[None]:
    """Send what an author's file prints to stderr; stdout is for the result."""
    token = _real_stdout.set(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _real_stdout.reset(token)


class Unwritable(OutplyError):
    """Stdout cannot be written to; `is_unread` says that the reading program has ended."""

    def __init__(self, reason: str, *, is_unread: bool = False) -> None:
        super().__init__(f"The result cannot be written: {reason}.")
        self.is_unread = is_unread


class _Stdout:
    """Stdout, whose failures raise `Unwritable`, so that they are not taken for the rules'."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        with _write_errors():
            return self._stream.write(text)

    def flush(self) -> None:
        with _write_errors():
            self._stream.flush()


@contextmanager
def _write_errors() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        is_unread = isinstance(problem, BrokenPipeError)
        raise Unwritable(problem.strerror or str(problem), is_unread=is_unread) from problem


def _stdout() -> TextIO:
    stream = _real_stdout.get(sys.stdout)
    if stream is None:
        raise Unwritable("stdout is closed")
    return cast(TextIO, _Stdout(stream))


def discard_unwritten() -> None:
    """Discard what was not written after a failure, or Python tries again when it exits."""
    with suppress(OSError, AttributeError):  # stdout is closed, or a test's own
        number = sys.stdout.fileno()
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)


def write(text: str) -> None:
    """Print lines of a result unchanged."""
    print(text, file=_stdout(), flush=True)


def line_writer() -> Callable[[str], None]:
    """A function that prints a line of the result, also from other threads."""
    stream = _stdout()  # which only the thread that made the context knows

    def write_line(line: str) -> None:
        with suppress(Unwritable):  # nobody reads on: the end of stdin ends the command
            stream.write(f"{line}\n")
            stream.flush()

    return write_line


def print_json(document: Document) -> None:
    """Print one JSON document, as one line in UTF-8."""
    from outply.cli.schemas import encode

    stream = _stdout()
    with _write_errors():
        stream.buffer.write(encode(document) + b"\n")
        stream.buffer.flush()


def console(as_json: bool = False) -> Console:
    """The console for people: stdout, or stderr when stdout is for programs.

    Text is printed unchanged; lines are wrapped only at a terminal.
    """
    from rich.console import Console

    stream = sys.stderr if as_json else _stdout()
    is_file = not (stream and stream.isatty())
    return Console(file=stream, markup=False, highlight=False, emoji=False, soft_wrap=is_file)


def print_table(people: Console, table: Table) -> None:
    """Print a table, without spaces at the ends of lines unless stdout is a terminal."""
    if people.is_terminal:
        people.print(table)
        return
    with people.capture() as captured:
        people.print(table, soft_wrap=False)
    people.print("\n".join(line.rstrip() for line in captured.get().splitlines()))


# -- stderr ---------------------------------------------------------------------------


def print_message(sentence: str) -> None:
    """Print a sentence to stderr as one line."""
    with suppress(OSError):
        print(" ".join(sentence.split()), file=sys.stderr, flush=True)


def _as_notes(otherwise: Callable[..., None]) -> Callable[..., None]:
    shown: set[str] = set()

    def show(warning: Warning | str, category: type[Warning], *where: Any) -> None:
        if not issubclass(category, OutplyWarning):
            otherwise(warning, category, *where)
        elif str(warning) not in shown:
            shown.add(str(warning))
            print_message(f"note: {warning}")

    return show


def _announcer() -> Callable[[str], AbstractContextManager[None]]:
    """What tells people that something is compiled, once of all kernels that have one name."""
    told: set[str] = set()

    @contextmanager
    def compiling(what: str) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield  # while a person is asked for a move
            return
        sentence = f"Compiling {what} (once)…"
        if not is_shown() and what not in told:
            told.add(what)
            print_message(sentence)
        with activity(sentence):
            yield

    return compiling
