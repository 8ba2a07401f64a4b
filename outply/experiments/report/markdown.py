"""A report as Markdown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from outply.experiments.report.blocks import Block, Grid, Heading, Picture, Text

__all__ = ["markdown"]


def markdown(blocks: Iterable[Block], pictures: Collection[str]) -> str:
    """The text; of the pictures those that were drawn."""
    return "\n\n".join(part for block in blocks for part in _written(block, pictures)) + "\n"


def _written(block: Block, pictures: Collection[str]) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {text}"
        case Text(text):
            yield text
        case Grid():
            yield _table(block)
        case Picture(name, title) if name in pictures:
            yield f"![{title}]({name}.svg)"


def _table(grid: Grid) -> str:
    rule = ("---", *("---:" for _ in grid.header[1:]))
    table = "\n".join(f"| {' | '.join(_cells(row))} |" for row in (grid.header, rule, *grid.rows))
    return f"**{grid.caption}**\n\n{table}" if grid.caption else table


def _cells(row: Iterable[str]) -> Iterator[str]:
    return (cell.replace("|", "\\|") for cell in row)
