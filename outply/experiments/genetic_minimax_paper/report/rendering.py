"""A report as Markdown, and as one HTML page without other files."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape

from outply.experiments.genetic_minimax_paper.report.blocks import (
    Block,
    Grid,
    Heading,
    Picture,
    Text,
)

__all__ = ["html_page", "markdown"]

STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1e; --paper: #fff; --line: #d0d0d6; --soft: #f4f4f7; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8ea; --paper: #17171a; --line: #3c3c42; --soft: #222226; }
}
body { margin: 0 auto; padding: 1rem; max-width: 62rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.55 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
p { max-width: 46rem; }
code { background: var(--soft); padding: .1em .3em; border-radius: .25em; font-size: .9em; }
figure { margin: 1.5rem 0; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; min-width: 30rem; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
thead th { background: var(--soft); }
"""


def html_page(title: str, blocks: Iterable[Block], drawings: Mapping[str, str]) -> str:
    """The page; `drawings` are SVG by the names of the pictures."""
    body = "\n".join(part for block in blocks for part in _html(block, drawings))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _html(block: Block, drawings: Mapping[str, str]) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"<h{level}>{_inline(text)}</h{level}>"
        case Text(text):
            yield f"<p>{_inline(text)}</p>"
        case Grid():
            yield _html_table(block)
        case Picture(name, title) if name in drawings:
            yield f'<figure role="img" aria-label="{escape(title)}">{drawings[name]}</figure>'


def _inline(text: str) -> str:
    coded = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
    return re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", coded)


def _html_table(grid: Grid) -> str:
    caption = f"<caption>{_inline(grid.caption)}</caption>" if grid.caption else ""
    head = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in grid.header)
    rows = "\n".join(_html_row(row) for row in grid.rows)
    table = f"<table>{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"
    return f'<div class="table" tabindex="0">{table}</div>'


def _html_row(row: tuple[str, ...]) -> str:
    first, *others = row
    cells = "".join(f"<td>{_html_cell(cell)}</td>" for cell in others)
    return f'<tr><th scope="row">{_inline(first)}</th>{cells}</tr>'


def _html_cell(text: str) -> str:
    """Write an interval below its value, so that tables stay narrow."""
    return re.sub(r" (\[.+\])$", r"<br><small>\1</small>", _inline(text))


# -- Markdown -----------------------------------------------------------------------------


def markdown(blocks: Iterable[Block], pictures: Collection[str]) -> str:
    """The report with those pictures that were drawn."""
    return "\n\n".join(part for block in blocks for part in _markdown(block, pictures)) + "\n"


def _markdown(block: Block, pictures: Collection[str]) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {text}"
        case Text(text):
            yield text
        case Grid():
            yield _markdown_table(block)
        case Picture(name, title) if name in pictures:
            yield f"![{title}]({name}.svg)"


def _markdown_table(grid: Grid) -> str:
    rule = ("---", *("---:" for _ in grid.header[1:]))
    table = "\n".join(f"| {' | '.join(_escaped(row))} |" for row in (grid.header, rule, *grid.rows))
    return f"**{grid.caption}**\n\n{table}" if grid.caption else table


def _escaped(row: Iterable[str]) -> Iterator[str]:
    return (cell.replace("|", "\\|") for cell in row)
