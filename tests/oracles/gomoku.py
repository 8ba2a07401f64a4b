"""Gomoku on a list of lists of "X", "O" and ".", the bottom row first."""

from __future__ import annotations

from collections.abc import Iterator

Grid = list[list[str]]


def empty(size: int) -> Grid:
    return [["."] * size for _ in range(size)]


def stretches(grid: Grid, line: int) -> Iterator[list[str]]:
    """Every `line` cells in a row, in every direction."""
    size = len(grid)
    for row in range(size):
        for column in range(size):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * up, column + i * right) for i in range(line)]
                if all(0 <= r < size and 0 <= c < size for r, c in cells):
                    yield [grid[r][c] for r, c in cells]


def winner(grid: Grid, line: int) -> str | None:
    for stretch in stretches(grid, line):
        if stretch in (["X"] * line, ["O"] * line):
            return stretch[0]
    return None


def is_over(grid: Grid, line: int) -> bool:
    return winner(grid, line) is not None or not any("." in row for row in grid)


def candidates(grid: Grid, reach: int) -> set[tuple[int, int]]:
    """The empty cells near a stone; all with reach 0; the centre of an empty board."""
    size = len(grid)
    cells = {(r, c) for r in range(size) for c in range(size)}
    stones = {(r, c) for r, c in cells if grid[r][c] != "."}
    if reach == 0:
        return cells - stones
    if not stones:
        return {(size // 2, size // 2)}
    return {
        (r, c)
        for r, c in cells - stones
        if any(max(abs(r - y), abs(c - x)) <= reach for y, x in stones)
    }


def chances(grid: Grid, line: int, side: str) -> int:
    """Four to the power of its stones, for each stretch without one of the other side."""
    found = (set(stretch) | {side, "."} == {side, "."} for stretch in stretches(grid, line))
    counts = (stretch.count(side) for stretch in stretches(grid, line))
    return sum((4**count - 1) for open_, count in zip(found, counts, strict=True) if open_)


def text(grid: Grid, side: str) -> str:
    return "/".join("".join(row) for row in reversed(grid)) + " " + side
