"""Tables of words that stay whole: lines wrap between words, on narrow terminals into lists."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from outply.cli.output import print_table

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["print_word_table"]

SPACE = 2  # between columns
INDENT = "  "

Rows = Sequence[Sequence[str]]


def print_word_table(people: Console, titles: Sequence[str], rows: Rows, gap: int = 0) -> None:
    """Print rows of texts, the first of each as a name; `gap` lines are left between rows.

    A terminal that is too narrow for the longest words of all columns gets a list.
    """
    from rich.table import Table

    widths = _column_widths([titles, *rows], people.width - SPACE * len(titles))
    if widths is None:
        people.print("\n".join(_listed(rows, people.width)), soft_wrap=True)
        return
    table = Table(box=None, padding=(0, SPACE, gap, 0))
    for title, width in zip(titles, widths, strict=True):
        table.add_column(title, width=width, overflow="fold")
    for row in rows:
        table.add_row(*row)
    print_table(people, table)


def _column_widths(rows: Rows, room: int) -> list[int] | None:
    """Each at least as wide as its longest word, the widest made narrower; None if that fails."""
    columns = list(zip(*rows, strict=True))
    least = [_longest(text.split() for text in column) for column in columns]
    widths = [_longest(text.splitlines() for text in column) for column in columns]
    least[0] = widths[0]
    if sum(least) > room:
        return None
    while sum(widths) > room:
        slack = [(width, index) for index, width in enumerate(widths) if width > least[index]]
        widths[max(slack)[1]] -= 1
    return widths


def _longest(parts: Iterator[list[str]]) -> int:
    return max((len(word) for words in parts for word in words), default=0)


def _listed(rows: Rows, width: int) -> Iterator[str]:
    """Each row as its name, and below it the other texts."""
    for name, *texts in rows:
        yield name
        for line in (line for text in texts for line in text.splitlines()):
            yield from textwrap.wrap(
                line,
                width,
                initial_indent=INDENT,
                subsequent_indent=2 * INDENT,
                break_long_words=False,
                break_on_hyphens=False,
            )
