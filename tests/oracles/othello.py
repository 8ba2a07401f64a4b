"""Othello on a list of lists of "X", "O" and "-", walking square by square."""

from __future__ import annotations

Grid = list[list[str]]


def start() -> Grid:
    grid = [["-"] * 8 for _ in range(8)]
    grid[3][3] = grid[4][4] = "O"
    grid[3][4] = grid[4][3] = "X"
    return grid


def other(side: str) -> str:
    return "O" if side == "X" else "X"


def turned(grid: Grid, side: str, row: int, column: int) -> list[tuple[int, int]]:
    """The discs that turn when `side` places one; none if the square is taken."""
    found: list[tuple[int, int]] = []
    if grid[row][column] != "-":
        return found
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            walk = []
            r, c = row + down, column + right
            while 0 <= r < 8 and 0 <= c < 8 and grid[r][c] == other(side):
                walk.append((r, c))
                r, c = r + down, c + right
            if 0 <= r < 8 and 0 <= c < 8 and grid[r][c] == side:
                found += walk
    return found


def placements(grid: Grid, side: str) -> set[tuple[int, int]]:
    return {(r, c) for r in range(8) for c in range(8) if turned(grid, side, r, c)}


def is_over(grid: Grid) -> bool:
    return not placements(grid, "X") and not placements(grid, "O")


def place(grid: Grid, side: str, row: int, column: int) -> None:
    for r, c in turned(grid, side, row, column):
        grid[r][c] = side
    grid[row][column] = side


def score(grid: Grid) -> int:
    """To X: the disc difference, with the empty squares given to the winner."""
    squares = [square for row in grid for square in row]
    x, o = squares.count("X"), squares.count("O")
    if x == o:
        return 0
    return x - o + (64 - x - o) * (1 if x > o else -1)


def twins(grid: Grid) -> list[Grid]:
    """The grid turned and mirrored in all eight ways."""
    found = []
    for start in (grid, [row[::-1] for row in grid]):
        twin = start
        for _ in range(4):
            found.append(twin)
            twin = [list(column) for column in zip(*twin[::-1], strict=True)]
    return found


def text(grid: Grid, side: str) -> str:
    return "".join("".join(row) for row in grid) + " " + side
