"""The grid that the cells of a game form, as far as it can be found.

A game declares its grid by `cell_grid`. Otherwise the cells are compared with the picture that
`board` draws, over sampled states: a cell belongs to the square that is empty when it says so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from outply.evaluate.cell_encoding import Encoding, sampled_states
from outply.game import Game

__all__ = ["Grid", "grid_of"]

Grid = tuple[tuple[int, ...], ...]
STATES = 2500  # of random plays, in which cells are compared with the picture


def grid_of(game: Game[Any], encoding: Encoding) -> Grid | None:
    """The numbers of the cells, row by row; None if they form no grid."""
    rows, columns = game.cell_grid if game.cell_values else (0, 0)
    if rows * columns:
        return tuple(tuple(range(row * columns, (row + 1) * columns)) for row in range(rows))
    return _by_picture(game, encoding) or _square(encoding.count)


def _square(count: int) -> Grid | None:
    """As many rows as columns, if the number of cells is a square, perhaps with some to spare."""
    side = math.isqrt(count)
    if side < 3 or count - side * side > 2:
        return None
    return tuple(tuple(range(row * side, (row + 1) * side)) for row in range(side))


def _by_picture(game: Game[Any], encoding: Encoding) -> Grid | None:
    first = game.board(game.initial())
    if first is None or first.kind == "table":
        return None
    if len(first.rows) * len(first.rows[0]) > encoding.count:
        return None
    states = sampled_states(game, STATES)
    views = [game.board(state) for state in states]
    cells = [encoding.cells(game, state) for state in states]
    sequences = [[one[cell] for one in cells] for cell in range(encoding.count)]
    found = []
    for row in range(len(first.rows)):
        for column in range(len(first.rows[0])):
            empty = [view is not None and view.rows[row][column] == "" for view in views]
            found.append(_matching(empty, sequences))
    if None in found or len(set(found)) < len(found):
        return None
    width = len(first.rows[0])
    return tuple(tuple(found[at : at + width]) for at in range(0, len(found), width))  # type: ignore[arg-type]


def _matching(empty: Sequence[bool], sequences: list[list[int]]) -> int | None:
    """The only cell whose values tell whether a square is empty."""
    if all(empty) or not any(empty):
        return None
    fitting = [cell for cell, values in enumerate(sequences) if _tells(values, empty)]
    return fitting[0] if len(fitting) == 1 else None


def _tells(values: Sequence[int], empty: Sequence[bool]) -> bool:
    pairs = set(zip(values, empty, strict=True))
    return len(pairs) == len({value for value, _ in pairs}) and len(pairs) > 1
