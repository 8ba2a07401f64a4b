"""Positions as pictures: rows of equal length, clicks on cells that are there."""

from __future__ import annotations

from outply.check.broken import shown
from outply.check.position import Position
from outply.check.rules.registry import rule
from outply.game import BoardView


@rule("board", "the picture is rectangular, its clicks are legal moves", needs="board", costly=True)
def board_is_rectangular(at: Position) -> None:
    view = _view(at)
    if view is None:
        return
    widths = {len(row) for row in view.rows}
    if len(widths) != 1:
        raise at.broken("board", f"`board` gives rows of {_listed(widths)} cells")
    width = widths.pop()
    for what, labels, lines in (
        ("row", view.row_labels, len(view.rows)),
        ("column", view.column_labels, width),
    ):
        if len(labels) not in (0, lines):
            message = f"`board` gives {len(labels)} {what} labels for {lines} {what}s"
            raise at.broken("board", message)


@rule("board", "the picture is rectangular, its clicks are legal moves", needs="board", costly=True)
def clicks_are_legal(at: Position) -> None:
    view = _view(at)
    if view is None or at.is_over:
        return
    for move, cells in view.clicks.items():
        if move not in at.choices:
            raise at.broken("board", f"`board` has clicks for {shown(move)}, which is not legal,")
        for row, column in cells:
            if not (0 <= row < len(view.rows) and 0 <= column < len(view.rows[row])):
                message = f"`board` puts {shown(move)} on cell {(row, column)}, off the board,"
                raise at.broken("board", message)


def _view(at: Position) -> BoardView | None:
    view = at.ask("board")
    if view is not None and not isinstance(view, BoardView):
        raise at.broken("board", f"`board` gives {shown(view)}, not a BoardView,")
    return view


def _listed(numbers: set[int]) -> str:
    return " and ".join(map(str, sorted(numbers))) or "no"
