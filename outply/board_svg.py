"""A board as a picture, for notebooks.

It imports nothing of ours, so that `BoardView` can show itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

__all__ = ["board_svg"]

CELL = 36.0
LABEL = 18.0
LEAST_LETTER = 0.6  # of the width of a cell, for each letter
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
FIRST, SECOND = "#c2410c", "#1d4ed8"
STONES = {"X": FIRST, "O": SECOND, "XX": FIRST, "OO": SECOND}
SURFACE, LINE, INK = "#f8f5ee", "#b8ad98", "#1f2937"


class _Grid(NamedTuple):
    """The rows of a board and the size of its drawing."""

    rows: Sequence[Sequence[str]]
    column_labels: Sequence[str]
    row_labels: Sequence[str]
    cell: float
    left: float

    @property
    def columns(self) -> int:
        return max(map(len, self.rows), default=0)

    @property
    def width(self) -> float:
        return self.left + self.columns * self.cell + 1

    @property
    def height(self) -> float:
        below = LABEL if self.column_labels else 0.0
        return len(self.rows) * CELL + below + 1


def board_svg(
    rows: Sequence[Sequence[str]],
    column_labels: Sequence[str] = (),
    row_labels: Sequence[str] = (),
) -> str:
    """An SVG of the cells, top row first; a cell is the text of its piece."""
    longest = max((len(piece) for row in rows for piece in row), default=1)
    cell = max(CELL, 0.5 * CELL * LEAST_LETTER * longest + 12)
    widest = max(map(len, row_labels), default=0)
    grid = _Grid(rows, column_labels, row_labels, cell, 8.0 * widest + 10 if widest else 1.0)
    size = f'width="{grid.width:g}" height="{grid.height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}"'
        f' text-anchor="middle"><title>{escape(_described(grid))}</title>'
        + "".join([*_cells(grid), *_labels(grid)])
        + "</svg>"
    )


def _described(grid: _Grid) -> str:
    return "\n".join(" ".join(piece or "." for piece in row) for row in grid.rows)


def _cells(grid: _Grid) -> Iterator[str]:
    for r, row in enumerate(grid.rows):
        for c, piece in enumerate(row):
            x, y = grid.left + c * grid.cell, r * CELL + 0.5
            size = f'width="{grid.cell:g}" height="{CELL:g}"'
            yield f'<rect x="{x:g}" y="{y:g}" {size} fill="{SURFACE}" stroke="{LINE}"/>'
            if piece:
                yield _piece(piece, x + grid.cell / 2, y + CELL / 2)


def _piece(piece: str, x: float, y: float) -> str:
    """A piece: its text, coloured where it belongs to the first or second player."""
    colour = STONES.get(piece, INK)
    return (
        f'<text x="{x:g}" y="{y + 0.18 * CELL:g}" font-size="{0.5 * CELL:g}"'
        f' font-weight="bold" fill="{colour}">{escape(piece)}</text>'
    )


def _labels(grid: _Grid) -> Iterator[str]:
    style = f'font-size="12" fill="{INK}"'
    for r, label in enumerate(grid.row_labels):
        y = (r + 0.5) * CELL + 4
        yield f'<text x="{grid.left / 2:g}" y="{y:g}" {style}>{escape(label)}</text>'
    for c, label in enumerate(grid.column_labels):
        x = grid.left + (c + 0.5) * grid.cell
        y = len(grid.rows) * CELL + 14
        yield f'<text x="{x:g}" y="{y:g}" {style}>{escape(label)}</text>'
