"""What people hear besides the answer, on stderr: refusals, notes, and what is going on."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from outply import native
from outply.game import OutplyWarning

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["doing", "say", "speaking"]


def say(sentence: str) -> None:
    """One line, whatever is in the sentence."""
    click.echo(" ".join(sentence.split()), err=True)


@contextmanager
def speaking() -> Iterator[None]:
    """Outply's warnings are notes, compiling is announced, and no character is too strange."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    native.on_compile(_compiling)
    with warnings.catch_warnings():
        warnings.showwarning = _noting(warnings.showwarning)
        yield


def _noting(otherwise: Callable[..., None]) -> Callable[..., None]:
    said: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
        if not issubclass(category, OutplyWarning):
            otherwise(message, category, *place)
        elif str(message) not in said:
            said.add(str(message))
            say(f"note: {message}")

    return show


# -- what is going on -----------------------------------------------------------------


class _Line:
    """The last line of a terminal: the innermost of the things that are going on."""

    def __init__(self) -> None:
        self.things: list[str] = []
        self._status: Status | None = None

    def show(self) -> None:
        if self.things and self._status is None:
            self._status = self._started()
        elif self.things and self._status:
            self._status.update(self._latest())
        elif self._status:
            self._status.stop()
            self._status = None

    def _started(self) -> Status:
        from rich.console import Console

        status = Console(stderr=True).status(self._latest())
        status.start()
        return status

    def _latest(self) -> Any:
        from rich.text import Text

        return Text(self.things[-1], overflow="ellipsis", no_wrap=True)


_line = _Line()


@contextmanager
def doing(what: str) -> Iterator[Callable[[str], None]]:
    """Say what is going on while it does; call the given function to say more.

    Silent where stderr is not a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    place = len(_line.things)
    _line.things.append(what)

    def change(more: str) -> None:
        _line.things[place] = more
        _line.show()

    _line.show()
    try:
        yield change
    finally:
        _line.things.pop()
        _line.show()


@contextmanager
def _compiling(what: str) -> Iterator[None]:
    sentence = f"Compiling {what} (once)…"
    if not sys.stderr.isatty():
        say(sentence)
    with doing(sentence):
        yield
