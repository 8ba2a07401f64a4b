"""What games on boards share: names of cells, rows, clicks, mirror images of bitboards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outply.game import Bits, Game

__all__ = ["Cells", "cell_name", "clicks_of", "column_name", "columns_reversed", "in_rows"]

Cells = tuple[tuple[int, int], ...]
"""The cells that a move clicks, each as (row, column), the top row first."""


def clicks_of(game: Game[Any], state: Any, cells_of: Callable[[int], Cells]) -> dict[int, Cells]:
    """Where each legal move clicks; nowhere once the game is over."""
    if game.is_terminal(state):
        return {}
    return {move: cells_of(move) for move in game.moves(state)}


def column_name(column: int) -> str:
    """a … z, then aa, ab, …"""
    first, last = divmod(column, 26)
    return (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + last)


def cell_name(column: int, row: int) -> str:
    """A cell by its column and row, both counted from 0: a1."""
    return f"{column_name(column)}{row + 1}"


def in_rows(cells: Sequence[str], width: int) -> tuple[tuple[str, ...], ...]:
    """Cells one after the other, as rows."""
    return tuple(tuple(cells[start : start + width]) for start in range(0, len(cells), width))


def columns_reversed(stones: Bits, columns: int, height: int) -> Bits:
    """A bitboard whose columns take `height` bits each, with its columns in reverse order."""
    column: Bits = (1 << height) - 1
    mirrored: Bits = 0
    for _ in range(columns):
        mirrored = mirrored << height | stones & column
        stones >>= height
    return mirrored
