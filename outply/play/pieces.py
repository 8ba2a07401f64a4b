"""The piece that the player to move puts down: it names a side that has one kind of piece."""

from __future__ import annotations

from itertools import islice
from typing import Any

from outply.game import CHANCE, BoardView, Game

__all__ = ["piece_of_mover"]

Cell = tuple[int, int]

ENOUGH = 32  # moves: if they put down the same piece, so do the others


def piece_of_mover(game: Game[Any], state: Any) -> str | None:
    """The piece that every move puts down; None if there is no one such piece, or it is hidden."""
    if game.traits.hidden or game.to_move(state) == CHANCE:
        return None
    pieces = _pieces(game, state) - {""}
    return pieces.pop() if len(pieces) == 1 else None


def _pieces(game: Game[Any], state: Any) -> set[str]:
    """The pieces that the moves put on the cells they click; `""` where they take one off."""
    before = game.board(state)
    pieces: set[str] = set()
    clicks = before.clicks.items() if before else ()
    for move, cells in islice(clicks, ENOUGH):
        after = game.board(game.result(state, move))
        pieces |= {_at(after, cell) for cell in cells if _at(after, cell) != _at(before, cell)}
        if len(pieces - {""}) > 1:
            break
    return pieces


def _at(view: BoardView | None, cell: Cell) -> str:
    row, column = cell
    in_view = view and row < len(view.rows) and column < len(view.rows[row])
    return view.rows[row][column] if view and in_view else ""
