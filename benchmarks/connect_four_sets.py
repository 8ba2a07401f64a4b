"""Connect Four positions with their exact scores, as Pascal Pons writes them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from outply import Result

CELLS = 42


class Position(NamedTuple):
    columns: str  # played from the start, counted from 1
    score: int  # for the side to move


def read(file: Path) -> list[Position]:
    lines = (line.split() for line in file.read_text().splitlines())
    return [Position(columns, int(score)) for columns, score in lines]


def write(file: Path, positions: list[Position]) -> None:
    file.write_text("".join(f"{columns} {score}\n" for columns, score in positions))


def score(result: Result, stones: int) -> int:
    """A draw is 0; a win is one more than the stones of one's own that are then unplayed."""
    if not result.proved:
        raise AssertionError(f"{result} is not proved")
    if result.distance is None:
        return 0
    size = (CELLS + 2 - stones - result.distance) // 2
    return size if result.value > 0 else -size


def plies_to_the_end(result: Result, stones: int) -> int:
    """Under best play; a draw fills the board."""
    return CELLS - stones if result.distance is None else result.distance
