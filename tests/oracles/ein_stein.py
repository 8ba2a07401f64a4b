"""EinStein würfelt nicht on a dict of stones by their squares, and its exact value when small."""

from __future__ import annotations

from functools import cache

AHEAD = {"X": ((1, 0), (0, -1), (1, -1)), "O": ((-1, 0), (0, 1), (-1, 1))}
GOALS = {"X": "e1", "O": "a5"}
OTHER = {"X": "O", "O": "X"}


class Table:
    """Squares like a5 (the corner of X) to stones like X3; whose turn it is; the die or 0."""

    def __init__(self, text: str) -> None:
        rows, self.turn, *die = text.split()
        self.die = int(die[0]) if die else 0
        self.stones = {
            "abcde"[column] + str(5 - row): cells[2 * column : 2 * column + 2]
            for row, cells in enumerate(rows.split("/"))
            for column in range(5)
            if cells[2 * column] != "-"
        }

    def text(self) -> str:
        rows = ["".join(self.stones.get(c + r, "--") for c in "abcde") for r in "54321"]
        return f"{'/'.join(rows)} {self.turn}" + (f" {self.die}" if self.die else "")

    def winner(self) -> str:
        for side in "XO":
            opponents = [stone for stone in self.stones.values() if stone[0] != side]
            if not opponents or self.stones.get(GOALS[side], " ")[0] == side:
                return side
        return ""

    def numbers(self) -> list[int]:
        """The stones that the die lets move."""
        own = sorted(int(stone[1]) for stone in self.stones.values() if stone[0] == self.turn)
        if self.die in own:
            return [self.die]
        return [n for n in own if n < self.die][-1:] + [n for n in own if n > self.die][:1]

    def legal(self) -> list[str]:
        """Moves like 3a5-b4."""
        moves = []
        for number in self.numbers():
            (start,) = [s for s, stone in self.stones.items() if stone == f"{self.turn}{number}"]
            for right, up in AHEAD[self.turn]:
                end = chr(ord(start[0]) + right) + chr(ord(start[1]) + up)
                if end[0] in "abcde" and end[1] in "12345":
                    moves.append(f"{number}{start}-{end}")
        return moves

    def move(self, text: str) -> None:
        start, end = text[1:3], text[4:6]
        self.stones[end] = self.stones.pop(start)
        self.turn, self.die = OTHER[self.turn], 0


def after(text: str, choice: str) -> str:
    """The position after a move, or after a face of the die."""
    table = Table(text)
    if table.die:
        table.move(choice)
    else:
        table.die = int(choice)
    return table.text()


def choices(text: str) -> list[str]:
    table = Table(text)
    if table.winner():
        return []
    return table.legal() if table.die else list("123456")


@cache
def wins(text: str) -> float:
    """The probability that X wins, with best play of both."""
    table = Table(text)
    if table.winner():
        return 1.0 if table.winner() == "X" else 0.0
    values = [wins(after(text, choice)) for choice in choices(text)]
    if not table.die:
        return sum(values) / 6
    return max(values) if table.turn == "X" else min(values)


def reachable(text: str) -> set[str]:
    """All positions that can follow, and the position itself."""
    found: set[str] = set()
    new = {text}
    while new:
        found |= new
        new = {after(here, choice) for here in new for choice in choices(here)} - found
    return found
