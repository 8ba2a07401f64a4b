"""What a command is doing, in the last lines of the terminal, until it is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["Activity", "activity", "is_shown"]

Description = str | Callable[[], str]


def is_shown() -> bool:
    """Whether stderr is a terminal, where progress can be shown and cleared away."""
    return bool(sys.stderr and sys.stderr.isatty())


class _Refreshed:
    """A text, or a function that is called for the text whenever it is shown."""

    def __init__(self, description: Description) -> None:
        self._description = description

    def __str__(self) -> str:
        return self._description if isinstance(self._description, str) else self._description()


class Activity:
    """One thing that a command is doing. Updates do nothing where stderr is not a terminal."""

    def __init__(self, progress: Progress | None = None, description: Description = "") -> None:
        self._progress = progress
        if progress is not None:
            self._task = progress.add_task("", total=None, text=_Refreshed(description))

    def update(self, description: Description) -> None:
        """Show this text; a function is called for its text at each refresh of the terminal."""
        if self._progress is not None:
            self._progress.update(self._task, text=_Refreshed(description))

    def advance(self, description: str, done: int, total: int) -> None:
        """Show a bar: `done` of `total` parts are done."""
        if self._progress is not None:
            text = _Refreshed(description)
            self._progress.update(self._task, text=text, completed=done, total=total)

    def finish(self) -> None:
        if self._progress is not None:
            self._progress.remove_task(self._task)


_shown: list[Progress] = []  # at most one: a terminal has one live display


@contextmanager
def activity(description: str) -> Iterator[Activity]:
    """Show what is being done while it is done; an activity inside another has its own line."""
    if not is_shown():
        yield Activity()
        return
    outermost = not _shown
    if outermost:
        _shown.append(_started())
    shown = Activity(_shown[-1], description)
    try:
        yield shown
    finally:
        shown.finish()
        if outermost:
            _shown.pop().stop()


def _started() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, Task, TextColumn
    from rich.table import Column
    from rich.text import Text

    class Bar(BarColumn):
        """Of an activity that knows how much there is to do."""

        def render(self, task: Task) -> Any:
            return Text() if task.total is None else super().render(task)

    people = Console(stderr=True, markup=False, highlight=False, emoji=False)
    spinner = SpinnerColumn("line" if people.options.ascii_only else "dots")
    one_line = Column(no_wrap=True, overflow="ellipsis")
    text = TextColumn("{task.fields[text]}", markup=False, table_column=one_line)
    progress = Progress(spinner, text, Bar(30), console=people, transient=True)
    progress.start()
    return progress
