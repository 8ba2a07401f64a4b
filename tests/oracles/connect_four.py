"""Connect Four on lists of characters, as one would write it on a first afternoon."""

from __future__ import annotations


class Grid:
    def __init__(self, columns: int, rows: int) -> None:
        self.rows = rows
        self.columns: list[list[str]] = [[] for _ in range(columns)]
        self.turn = "X"

    def legal(self) -> list[int]:
        return [i for i, column in enumerate(self.columns) if len(column) < self.rows]

    def drop(self, column: int) -> None:
        self.columns[column].append(self.turn)
        self.turn = "O" if self.turn == "X" else "X"

    def at(self, column: int, row: int) -> str:
        if 0 <= column < len(self.columns) and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return ""

    def winner(self) -> str:
        for column in range(len(self.columns)):
            for row in range(self.rows):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    four = {self.at(column + i * dx, row + i * dy) for i in range(4)}
                    if len(four) == 1 and four != {""}:
                        return four.pop()
        return ""

    def lines_open_to(self, player: str) -> int:
        count = 0
        for column in range(len(self.columns)):
            for row in range(self.rows):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    cells = [(column + i * dx, row + i * dy) for i in range(4)]
                    inside = all(
                        0 <= x < len(self.columns) and 0 <= y < self.rows for x, y in cells
                    )
                    count += inside and all(self.at(x, y) in ("", player) for x, y in cells)
        return count

    def cells_that_win(self, player: str) -> set[tuple[int, int]]:
        """Empty cells that would make four, whether or not a stone can fall there yet."""
        found = set()
        for column in range(len(self.columns)):
            for row in range(self.rows):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    cells = [(column + i * dx, row + i * dy) for i in range(4)]
                    empty = [(x, y) for x, y in cells if not self.at(x, y)]
                    if len(empty) == 1 and sum(self.at(x, y) == player for x, y in cells) == 3:
                        found.update(empty)
        return {(x, y) for x, y in found if 0 <= x < len(self.columns) and 0 <= y < self.rows}
