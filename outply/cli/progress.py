"""What is going on, in the last line of the terminal, while it does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.status import Status
    from rich.text import Text

__all__ = ["Change", "doing", "is_shown"]

Change = Callable[[str | Callable[[], str]], None]


def is_shown() -> bool:
    """Whether stderr is a terminal, where what is going on can be shown and cleared away."""
    return bool(sys.stderr and sys.stderr.isatty())


class _Line:
    """The last line of a terminal: the innermost of the things that are going on."""

    def __init__(self) -> None:
        self.things: list[str | Callable[[], str]] = []
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

        people = Console(stderr=True)
        spinner = "line" if people.options.ascii_only else "dots"
        status = people.status(self._latest(), spinner=spinner)
        status.start()
        return status

    def _latest(self) -> Any:
        return _Latest(self.things[-1])


class _Latest:
    """What is going on; a function is asked each time that the terminal is refreshed."""

    def __init__(self, thing: str | Callable[[], str]) -> None:
        self._thing = thing

    def __rich__(self) -> Text:
        from rich.text import Text

        thing = self._thing if isinstance(self._thing, str) else self._thing()
        return Text(thing, overflow="ellipsis", no_wrap=True)


_line = _Line()


@contextmanager
def doing(what: str) -> Iterator[Change]:
    """Say what is going on while it does; call the given function to say more.

    It takes a text, or a function that gives one whenever it is asked: for what changes by itself.
    Silent where stderr is not a terminal.
    """
    if not is_shown():
        yield lambda more: None
        return
    place = len(_line.things)
    _line.things.append(what)

    def change(more: str | Callable[[], str]) -> None:
        _line.things[place] = more
        _line.show()

    _line.show()
    try:
        yield change
    finally:
        _line.things.pop()
        _line.show()
