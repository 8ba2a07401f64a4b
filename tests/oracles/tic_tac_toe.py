"""m,n,k tic-tac-toe on a list of lists of "X", "O" and ".", as slow as it is plain."""

from __future__ import annotations

Grid = list[list[str]]


def empty(columns: int, rows: int) -> Grid:
    return [["."] * columns for _ in range(rows)]


def cell(grid: Grid, row: int, column: int) -> str:
    inside = 0 <= row < len(grid) and 0 <= column < len(grid[0])
    return grid[row][column] if inside else "off the board"


def winner(grid: Grid, k: int) -> str | None:
    for row in range(len(grid)):
        for column in range(len(grid[0])):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = {cell(grid, row + i * down, column + i * right) for i in range(k)}
                if line in ({"X"}, {"O"}):
                    return line.pop()
    return None


def is_over(grid: Grid, k: int) -> bool:
    return winner(grid, k) is not None or not any("." in row for row in grid)


def value(grid: Grid, k: int, side: str, known: dict[str, int]) -> int:
    """What X gets when both play best and `side` is to move.

    The grid comes back as it was; `known` remembers the values of positions seen.
    """
    text = str(grid)
    if text not in known:
        known[text] = _value(grid, k, side, known)
    return known[text]


def _value(grid: Grid, k: int, side: str, known: dict[str, int]) -> int:
    if is_over(grid, k):
        return {"X": 1, "O": -1, None: 0}[winner(grid, k)]
    values = []
    for row in grid:
        for column, found in enumerate(row):
            if found == ".":
                row[column] = side
                values.append(value(grid, k, "O" if side == "X" else "X", known))
                row[column] = "."
    return max(values) if side == "X" else min(values)


def turned(grid: Grid) -> Grid:
    """A quarter turn."""
    return [list(column) for column in zip(*grid[::-1], strict=True)]


def twins(grid: Grid) -> list[Grid]:
    """The grid turned and mirrored in every way that keeps its shape."""
    found = []
    for start in (grid, [row[::-1] for row in grid]):
        for _ in range(4):
            found.append(start)
            start = turned(start)
    return [twin for twin in found if len(twin) == len(grid)]
