"""A position as a picture in the terminal."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from outply.game import BoardView, Game

__all__ = ["board"]

STONES = {"X": "●", "O": "○"}
COLOURS = {"X": "bold red", "O": "bold cyan"}
TALLEST_GRID = 8

Cell = tuple[int, int]


def board(console: Console, game: Game[Any], state: Any, last: Collection[Cell] = ()) -> Text:
    """The position, with the cells of the last move in brackets; text where there is no board."""
    view = game.board(state)
    if view is None:
        return Text(game.format(state))
    picture = _Picture(view, last, stones=_draws_stones(console))
    if picture.stones and len(view.rows) <= TALLEST_GRID and picture.grid_width <= console.width:
        return picture.grid()
    return picture.dots()


def _draws_stones(console: Console) -> bool:
    return console.is_terminal and not console.options.ascii_only


class _Picture:
    def __init__(self, view: BoardView, last: Collection[Cell], *, stones: bool) -> None:
        self.view, self.last, self.stones = view, last, stones
        texts = [self._piece(piece) for row in view.rows for piece in row]
        self.columns = max(map(len, view.rows), default=0)
        self.cell = max(map(cell_len, [*texts, *view.column_labels]), default=1)
        self.margin = max(map(cell_len, view.row_labels), default=0) + 1

    @property
    def grid_width(self) -> int:
        return self.margin + self.columns * (self.cell + 3) + 1

    def grid(self) -> Text:
        """Each cell in a box of lines."""
        bars = "─" * (self.cell + 2)
        lines = [self._labels(gap=3), self._rule("┌", bars, "┬", "┐")]
        for row in range(len(self.view.rows)):
            if row:
                lines.append(self._rule("├", bars, "┼", "┤"))
            lines.append(self._row(row, edge="│", empty=" "))
        lines.append(self._rule("└", bars, "┴", "┘"))
        return Text("\n").join(line for line in lines if line)

    def dots(self) -> Text:
        """A cell beside the other, the empty ones as dots."""
        rows = [self._row(row, edge="", empty=".") for row in range(len(self.view.rows))]
        return Text("\n").join(line for line in [self._labels(gap=1), *rows] if line)

    def _row(self, row: int, edge: str, empty: str) -> Text:
        cells = self.view.rows[row]
        text = Text(self._row_label(row))
        for column, piece in enumerate(cells):
            text.append(edge, "dim")
            text.append(self._opening(row, column, edge))
            text.append(self._centred(self._piece(piece) or empty), COLOURS.get(piece, ""))
            if edge:
                text.append(")" if (row, column) in self.last else " ", "bold")
        closing = ")" if not edge and (row, len(cells) - 1) in self.last else ""
        return text.append(closing).append(edge, "dim")

    def _opening(self, row: int, column: int, edge: str) -> str:
        """What stands before a cell: without edges, the same gap also closes the one before."""
        if (row, column) in self.last:
            return "("
        return ")" if not edge and (row, column - 1) in self.last else " "

    def _piece(self, piece: str) -> str:
        return STONES.get(piece, piece) if self.stones else piece

    def _centred(self, text: str) -> str:
        spare = self.cell - cell_len(text)
        return " " * (spare // 2) + text + " " * (spare - spare // 2)

    def _row_label(self, row: int) -> str:
        label = self.view.row_labels[row] if self.view.row_labels else ""
        return " " * (self.margin - 1 - cell_len(label)) + label + " "

    def _labels(self, gap: int) -> Text:
        if not self.view.column_labels:
            return Text()
        before, after = " " * (gap // 2 + 1), " " * (gap // 2)
        cells = (before + self._centred(label) + after for label in self.view.column_labels)
        return Text(" " * self.margin + "".join(cells))

    def _rule(self, left: str, bars: str, joint: str, right: str) -> Text:
        text = Text(" " * self.margin)
        return text.append(left + joint.join([bars] * self.columns) + right, "dim")
