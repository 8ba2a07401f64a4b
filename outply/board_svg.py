"""A board as a picture, for notebooks: the page draws the same kinds of boards.

It imports nothing of ours, so that `BoardView` can show itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
LIGHT_SQUARE, DARK_SQUARE = "#f0e4cf", "#c69f73"
RACK, HOLE = "#2f62b5", "#dfe8f6"  # of stones that fall in columns
DISCS = {"X": "#d6453d", "O": "#f2c230", "Y": "#2f9e5b"}
BLACK, WHITE, EDGE, GOLD = "#31363b", "#f4f4ef", "#20242a", "#c9972b"
CHECKER = {"X": BLACK, "O": WHITE}
POINTS = ("#d9b98a", "#a9754a")
WORDS = ("grid", "table")  # kinds whose cells may hold whole words
STACK = 5  # checkers on a point of backgammon, above and below the dice

CROWN = "M9 28V14l6 5 5-9 5 9 6-5v14z"  # on a square of 40 units
# On a square of 48 units.
FOOT = "M11 41h26v-2.5q0-3-3.5-3h-19q-3.5 0-3.5 3z"
CHESS = {
    "P": "M19.5 22.5C19.5 28.5 16 31 15 35.5H33C32 31 28.5 28.5 28.5 22.5Z"
    "M24 9a6.4 6.4 0 1 1 0 12.8a6.4 6.4 0 1 1 0-12.8Z",
    "R": "M12.5 9h5.5v4h3.5V9h5v4H30V9h5.5v9l-4.5 3.5v10.5l3 3.5H14l3-3.5V21.5L12.5 18Z",
    "N": "M14.5 35.5C14.5 28 22 26.5 22 20.5C19.5 22 18 24 15.5 25.5C13 27 10.5 24.5 11.3 22"
    "C12.3 18.5 16 15.5 17.5 12.5L17 7.5L22 10.5C31 10.5 35.5 19 34.5 35.5Z",
    "B": "M24 11.5C31.5 16 33.5 21.5 31.5 26.5C30.5 29 28 30 28 30L29.5 35.5H18.5L20 30"
    "C20 30 17.5 29 16.5 26.5C14.5 21.5 16.5 16 24 11.5Z"
    "M24 6a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 1 1 0-5.6Z",
    "Q": "M9 14.5L16 25L16.5 11L22 23.5L24 9.5L26 23.5L31.5 11L32 25L39 14.5L34 35.5H14Z",
    "K": "M24 24.5C20 15.5 8.5 16.5 9.5 25C10 29 14 31 14.5 35.5H33.5C34 31 38 29 38.5 25"
    "C39.5 16.5 28 15.5 24 24.5ZM24 24.5C19.5 19.5 20.5 14.5 24 14.5C27.5 14.5 28.5 19.5 24 24.5Z"
    "M22.9 6.5h2.2v2.4h2.4v2.2h-2.4v3.4h-2.2v-3.4h-2.4v-2.2h2.4z",
}


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
    kind: str = "grid",
) -> str:
    """An SVG of the cells, top row first; a cell is the text of its piece."""
    longest = max((len(piece) for row in rows for piece in row), default=1)
    cell = max(CELL, 0.5 * CELL * LEAST_LETTER * longest + 12) if kind in WORDS else CELL
    widest = max(map(len, row_labels), default=0)
    grid = _Grid(rows, column_labels, row_labels, cell, 8.0 * widest + 10 if widest else 1.0)
    size = f'width="{grid.width:g}" height="{grid.height:g}"'
    drawn = _points(grid) if kind == "points" else _squares(grid, *LOOKS.get(kind, LOOKS["grid"]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}"'
        f' text-anchor="middle"><title>{escape(_described(grid))}</title>'
        + "".join(drawn)
        + "</svg>"
    )


def _described(grid: _Grid) -> str:
    return "\n".join(" ".join(piece or "." for piece in row) for row in grid.rows)


def _squares(grid: _Grid, square: Draw, piece: Draw) -> Iterator[str]:
    for r, row in enumerate(grid.rows):
        for c, text in enumerate(row):
            x, y = grid.left + c * grid.cell, r * CELL + 0.5
            size = f'x="{x:g}" y="{y:g}" width="{grid.cell:g}" height="{CELL:g}"'
            is_dark = (r + c) % 2 == 1
            yield square(size, x + grid.cell / 2, y + CELL / 2, is_dark)
            if text:
                yield piece(text, x + grid.cell / 2, y + CELL / 2, is_dark)
    yield from _labels(grid)


def _labels(grid: _Grid) -> Iterator[str]:
    for r, label in enumerate(grid.row_labels):
        yield _label(label, grid.left / 2, (r + 0.5) * CELL + 4)
    for c, label in enumerate(grid.column_labels):
        yield _label(label, grid.left + (c + 0.5) * grid.cell, len(grid.rows) * CELL + 14)


def _label(text: str, x: float, y: float) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="12" fill="{INK}">{escape(text)}</text>'


# -- squares --------------------------------------------------------------------------


def _plain(size: str, x: float, y: float, is_dark: bool) -> str:
    return f'<rect {size} fill="{SURFACE}" stroke="{LINE}"/>'


def _of_two_colours(size: str, x: float, y: float, is_dark: bool) -> str:
    return f'<rect {size} fill="{DARK_SQUARE if is_dark else LIGHT_SQUARE}"/>'


def _hole(size: str, x: float, y: float, is_dark: bool) -> str:
    return f'<rect {size} fill="{RACK}" stroke="{RACK}"/>' + _disc(x, y, HOLE, RACK)


# -- pieces ---------------------------------------------------------------------------


def _text(piece: str, x: float, y: float, is_dark: bool) -> str:
    """A piece: its text, coloured where it belongs to the first or second player."""
    colour = STONES.get(piece, INK)
    return (
        f'<text x="{x:g}" y="{y + 0.18 * CELL:g}" font-size="{0.5 * CELL:g}"'
        f' font-weight="bold" fill="{colour}">{escape(piece)}</text>'
    )


def _disc(x: float, y: float, fill: str, edge: str = EDGE) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{0.4 * CELL:g}" fill="{fill}" stroke="{edge}"/>'


def _fallen(piece: str, x: float, y: float, is_dark: bool) -> str:
    colour = DISCS.get(piece)
    return _disc(x, y, colour, RACK) if colour else _text(piece, x, y, is_dark)


def _checker(piece: str, x: float, y: float, is_dark: bool) -> str:
    """A man is `X` or `O`, a king `XX` or `OO`."""
    colour = CHECKER.get(piece[0])
    if colour is None or set(piece) != {piece[0]}:
        return _text(piece, x, y, is_dark)
    place = f"translate({x - CELL / 2:g} {y - CELL / 2:g}) scale({CELL / 40:g})"
    king = f'<path d="{CROWN}" transform="{place}" fill="none" stroke="{GOLD}" stroke-width="2.6"/>'
    return _disc(x, y, colour) + (king if len(piece) > 1 else "")


def _chess_piece(piece: str, x: float, y: float, is_dark: bool) -> str:
    """White's pieces are capital letters."""
    shape = CHESS.get(piece.upper())
    if shape is None:
        return _text(piece, x, y, is_dark)
    fill, edge = (WHITE, EDGE) if piece.isupper() else (BLACK, "#000000")
    place = f"translate({x - CELL / 2:g} {y - CELL / 2:g}) scale({CELL / 48:g})"
    return (
        f'<path d="{FOOT}{shape}" transform="{place}" fill="{fill}" stroke="{edge}"'
        ' stroke-width="1.5" stroke-linejoin="round"/>'
    )


Draw = Callable[..., str]
LOOKS: dict[str, tuple[Draw, Draw]] = {
    "grid": (_plain, _text),
    "drop": (_hole, _fallen),
    "checkers": (_of_two_colours, _checker),
    "chess": (_of_two_colours, _chess_piece),
}
"""By the kind of a board: how a square and how a piece is drawn."""


# -- backgammon -----------------------------------------------------------------------


def _points(grid: _Grid) -> Iterator[str]:
    """Points as triangles with checkers on them, and dice between; labels above and below."""
    height = (2 * STACK + 1) * CELL
    yield f'<g transform="translate({grid.left:g} {LABEL:g})">'
    yield f'<rect width="{grid.columns * CELL:g}" height="{height:g}" fill="{SURFACE}"/>'
    yield from _triangles(grid, height)
    for r, row in enumerate(grid.rows):
        for c, text in enumerate(row):
            x, y = (c + 0.5) * CELL, (r + 0.5) * CELL
            if text and r > 2 * STACK:
                yield _label(text, x, height + 13)
            elif text:
                yield (_text if r == STACK else _checker)(text, x, y, False)
    yield "</g>"


def _triangles(grid: _Grid, height: float) -> Iterator[str]:
    for c, label in enumerate(grid.column_labels):
        yield _label(label, (c + 0.5) * CELL, -5)
        if label.isdigit():
            yield _triangle(c, 0.0, STACK * CELL) + _triangle(c, height, height - STACK * CELL)


def _triangle(column: int, foot: float, tip: float) -> str:
    left, right = column * CELL, (column + 1) * CELL
    corners = f"{left:g},{foot:g} {right:g},{foot:g} {(left + right) / 2:g},{tip:g}"
    return f'<polygon points="{corners}" fill="{POINTS[(column + (foot > 0)) % 2]}"/>'
