"""Connect Four for three on lists of characters, as one would write it on a first afternoon."""

from __future__ import annotations

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
AFTER = {"X": "O", "O": "Y", "Y": "X"}


class Grid:
    def __init__(self, columns: int, rows: int, line: int) -> None:
        self.rows, self.line = rows, line
        self.columns: list[list[str]] = [[] for _ in range(columns)]
        self.turn = "X"

    def legal(self) -> list[int]:
        return [i for i, column in enumerate(self.columns) if len(column) < self.rows]

    def drop(self, column: int) -> None:
        self.columns[column].append(self.turn)
        self.turn = AFTER[self.turn]

    def take_back(self, column: int) -> None:
        self.turn = self.columns[column].pop()

    def at(self, column: int, row: int) -> str:
        """A stone, `.` for none, nothing off the board."""
        if not (0 <= column < len(self.columns) and 0 <= row < self.rows):
            return ""
        stones = self.columns[column]
        return stones[row] if row < len(stones) else "."

    def lines(self) -> list[set[str]]:
        """What stands in each line that fits the board."""
        found = []
        for column in range(len(self.columns)):
            for row in range(self.rows):
                for right, up in DIRECTIONS if self.line > 1 else DIRECTIONS[:1]:
                    line = {self.at(column + i * right, row + i * up) for i in range(self.line)}
                    if "" not in line:
                        found.append(line)
        return found

    def winner(self) -> str:
        lines = self.lines()
        return next((player for player in "XOY" if {player} in lines), "")

    def open_lines(self) -> dict[str, int]:
        """For each player, how many lines no other has a stone in."""
        lines = self.lines()
        return {player: sum(line <= {player, "."} for line in lines) for player in "XOY"}

    def text(self) -> str:
        return "/".join(
            "".join(self.at(column, row) for column in range(len(self.columns)))
            for row in reversed(range(self.rows))
        )


def reachable(grid: Grid) -> set[str]:
    """All positions that can follow, and the position itself."""
    found: set[str] = set()

    def visit() -> None:
        if grid.text() in found:
            return
        found.add(grid.text())
        if not grid.winner():
            for column in grid.legal():
                grid.drop(column)
                visit()
                grid.take_back(column)

    visit()
    return found
