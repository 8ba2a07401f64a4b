"""A position as a picture in the terminal."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from outply.cli.formatting import player_name
from outply.game import BoardView, Game
from outply.play.pieces import piece_of_mover

__all__ = ["board", "mover"]

STONES = {"X": "●", "O": "○", "": "·"}
LETTERS = {"": "."}
KINGS = {"XX": "◉", "OO": "◎"}  # of checkers
STYLES = {"X": "bold red", "O": "bold cyan", "": "dim", "XX": "bold red", "OO": "bold cyan"}

Cell = tuple[int, int]


def board(console: Console, game: Game[Any], state: Any, last: Collection[Cell] = ()) -> Text:
    """The position, with the cells of the last move in brackets; text where there is no board."""
    if (view := game.board(state)) is None:
        return Text(game.format(state))
    return _Picture(view, last, stones=_shows_stones(console)).drawn()


def mover(console: Console, game: Game[Any], state: Any) -> str:
    """The player to move, with the piece that every move puts down: `Player 1 (●)`.

    A name that the game gives says enough.
    """
    name = player_name(game, game.to_move(state))
    piece = piece_of_mover(game, state)
    has_own_name = type(game).format_player is not Game.format_player
    if piece is None or has_own_name:
        return name
    return f"{name} ({STONES.get(piece, piece) if _shows_stones(console) else piece})"


def _shows_stones(console: Console) -> bool:
    return console.is_terminal and not console.options.ascii_only


class _Picture:
    """Stones in a frame; letters without a frame on a stream that cannot show stones."""

    def __init__(self, view: BoardView, last: Collection[Cell], *, stones: bool) -> None:
        self._view, self._stones = view, stones
        self._last = [(row, column) for row, column in last if column < len(view.rows[row])]
        self._cells = [
            [self._text(piece, row, column) for column, piece in enumerate(pieces)]
            for row, pieces in enumerate(view.rows)
        ]
        texts = [text for cells in self._cells for text in cells]
        self._cell = max(map(cell_len, [*texts, *view.column_labels]), default=1)
        self._margin = max(map(cell_len, view.row_labels), default=0)

    def drawn(self) -> Text:
        rows = [self._row(row) for row in range(len(self._view.rows))]
        lines = [self._labels(), self._rule("┌", "┐"), *rows, self._rule("└", "┘")]
        return Text("\n").join(line for line in lines if line)

    def _row(self, row: int) -> Text:
        cells, edge = self._view.rows[row], "│" if self._stones else ""
        text = Text(self._row_label(row)).append(edge, "dim")
        for column, piece in enumerate(cells):
            text.append(self._gap(row, column), "bold")
            text.append(self._centred(self._cells[row][column]), STYLES.get(piece, ""))
        text.append(self._gap(row, len(cells)), "bold").append(edge, "dim")
        text.rstrip()
        return text

    def _gap(self, row: int, column: int) -> str:
        """The character between a cell and the one before it."""
        if (row, column) in self._last:
            return "("
        return ")" if (row, column - 1) in self._last else " "

    def _text(self, piece: str, row: int, column: int) -> str:
        """What is in a cell; in an empty one of checkers its number, as moves are written by it."""
        if self._view.kind == "checkers":
            if not piece:
                return square_number(row, column)
            piece = KINGS.get(piece, piece) if self._stones else piece
        return (STONES if self._stones else LETTERS).get(piece, piece)

    def _centred(self, text: str) -> str:
        spare = self._cell - cell_len(text)
        return " " * (spare // 2) + text + " " * (spare - spare // 2)

    def _row_label(self, row: int) -> str:
        label = self._view.row_labels[row] if self._view.row_labels else ""
        return " " * (self._margin - cell_len(label)) + label + " "

    def _labels(self) -> Text:
        if not self._view.column_labels:
            return Text()
        start = " " * (self._margin + (2 if self._stones else 1))
        labels = "".join(f" {self._centred(label)}" for label in self._view.column_labels)
        return Text((start + labels).rstrip())

    def _rule(self, left: str, right: str) -> Text:
        width = max(map(len, self._view.rows), default=0) * (self._cell + 1) + 1
        start = " " * (self._margin + 1)
        return Text(start).append(f"{left}{'─' * width}{right}", "dim") if self._stones else Text()


def square_number(row: int, column: int) -> str:
    """The number of a square of checkers; none for the light squares."""
    return str(4 * row + column // 2 + 1) if (row + column) % 2 else ""
