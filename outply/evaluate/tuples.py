"""Tuples of cells, whose values together are an index into a table of weights.

On a grid: all rectangles of two by three cells and all lines of four. Elsewhere: runs of cells
that follow each other. Tuples that a symmetry maps onto each other share a table.
`table_evaluation.py` looks the weights up, and updates only what differs from the last state.

Sources: W. Bledsoe and I. Browning, "Pattern recognition and reading by machine" (1959); S. Lucas,
"Learning to Play Othello with N-Tuple Systems" (2008).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from outply.evaluate.cell_encoding import Encoding
from outply.evaluate.grid import Grid, grid_of
from outply.game import Game, OutplyError

__all__ = ["SharedTuple", "all_symmetries", "shared_tuples"]

Tuple = tuple[int, ...]
LINE, RUN = 4, 4  # cells
MOST_ENTRIES = 1 << 14  # of one table: longer tuples are hardly ever seen again
MOST_SYMMETRIES = 64
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows and columns of one step


class SharedTuple(NamedTuple):
    """The cells of a tuple, and the number of its table."""

    cells: Tuple
    table: int


def shared_tuples(game: Game[Any], encoding: Encoding) -> list[SharedTuple]:
    """The tuples of a game: declared, or by the grid that its cells form; longest first."""
    is_declared = game.cell_values > 0
    tuples = [tuple(one) for one in game.tuples] if is_declared else []
    tuples = tuples or _default_tuples(grid_of(game, encoding), encoding)
    _require_tuples(game, tuples, encoding)
    symmetries = game.symmetries if is_declared else ()
    shared = _shared(tuples, all_symmetries(symmetries, encoding.count))
    return sorted(shared, key=lambda one: (-len(one.cells), one.table))


def _require_tuples(game: Game[Any], tuples: Iterable[Tuple], encoding: Encoding) -> None:
    for one in tuples:
        if not one or not all(0 <= cell < encoding.count for cell in one):
            raise OutplyError(
                f"A tuple of {game.name} is {one}; its cells are below {encoding.count}."
            )
        if encoding.values ** len(one) > 1 << 24:
            raise OutplyError(f"The tuple {one} of {game.name} is too long for a table.")


# -- which tuples ------------------------------------------------------------------------------


def _default_tuples(grid: Grid | None, encoding: Encoding) -> list[Tuple]:
    longest = _longest(encoding.values)
    found: dict[frozenset[int], Tuple] = {}
    candidates = _on_grid(grid) if grid else _runs(encoding.count)
    covered = {cell for row in grid or () for cell in row}
    others = [(cell,) for cell in range(encoding.count) if grid and cell not in covered]
    for one in [*candidates, *others]:
        found.setdefault(frozenset(one[:longest]), one[:longest])
    return list(found.values())


def _longest(values: int) -> int:
    """The most cells of a tuple whose table has few enough entries."""
    length = 1
    while values ** (length + 1) <= MOST_ENTRIES:
        length += 1
    return length


def _on_grid(grid: Grid) -> Iterator[Tuple]:
    rows, columns = len(grid), len(grid[0])
    for height, width in ((2, 3), (3, 2)):
        for row in range(rows - height + 1):
            for column in range(columns - width + 1):
                block = [line[column : column + width] for line in grid[row : row + height]]
                yield tuple(cell for line in block for cell in line)
    length = min(LINE, max(rows, columns))
    for down, right in DIRECTIONS:
        for row in range(rows):
            for column in range(columns):
                places = [(row + down * k, column + right * k) for k in range(length)]
                if all(0 <= y < rows and 0 <= x < columns for y, x in places):
                    yield tuple(grid[y][x] for y, x in places)


def _runs(count: int) -> Iterator[Tuple]:
    """Cells that follow each other, and every pair of cells if they are few."""
    length = min(RUN, count)
    for first in range(count - length + 1):
        yield tuple(range(first, first + length))
    if count <= 4 * RUN:
        for one in range(count):
            yield from ((one, other) for other in range(one + 1, count))


# -- which tables ------------------------------------------------------------------------------


def all_symmetries(symmetries: Iterable[Tuple], count: int) -> list[Tuple]:
    """All permutations that follow from some; the first changes nothing."""
    found = [tuple(range(count))]
    given = [tuple(one) for one in symmetries]
    for one in given:
        if sorted(one) != list(range(count)):
            raise OutplyError(f"A symmetry must name each of the {count} cells once.")
    for known in found:
        for one in given:
            image = tuple(one[cell] for cell in known)
            if image not in found and len(found) < MOST_SYMMETRIES:
                found.append(image)
    return found


def _shared(tuples: Iterable[Tuple], symmetries: list[Tuple]) -> Iterator[SharedTuple]:
    """Each tuple with its images, which look up the same table in the same order of cells."""
    seen: set[frozenset[int]] = set()
    table = 0
    for one in tuples:
        if frozenset(one) in seen:
            continue
        for symmetry in symmetries:
            image = tuple(symmetry[cell] for cell in one)
            if frozenset(image) not in seen:
                seen.add(frozenset(image))
                yield SharedTuple(image, table)
        table += 1
