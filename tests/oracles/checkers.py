"""Checkers on a dict of pieces by row and column, walking square by square.

`b` and `w` are men, `B` and `W` kings; row 0 is at the top, where black starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Square = tuple[int, int]
Board = dict[Square, str]

FORWARD = {"b": [(1, -1), (1, 1)], "w": [(-1, -1), (-1, 1)]}


class Turn(NamedTuple):
    path: tuple[Square, ...]
    captured: frozenset[Square]


def square(number: int) -> Square:
    """The square with a number, by counting."""
    dark = [(row, column) for row in range(8) for column in range(8) if row % 2 != column % 2]
    return dark[number - 1]


def number(place: Square) -> int:
    return next(each for each in range(1, 33) if square(each) == place)


def start() -> Board:
    return {square(n): "b" for n in range(1, 13)} | {square(n): "w" for n in range(21, 33)}


def board_of(text: str) -> Board:
    """The pieces of a position in PDN, without ranges."""
    board: Board = {}
    for side in text.split(":")[1:3]:
        for item in side[1:].split(","):
            letter = side[0].lower()
            if item:
                board[square(int(item.strip("K")))] = letter.upper() if "K" in item else letter
    return board


def directions(piece: str) -> list[tuple[int, int]]:
    return FORWARD[piece] if piece in FORWARD else FORWARD["b"] + FORWARD["w"]


def is_on_board(place: Square) -> bool:
    return 0 <= place[0] < 8 and 0 <= place[1] < 8


def captures(board: Board, piece: str, path: tuple[Square, ...]) -> Iterator[Turn]:
    """The captures that go on from a path, whose pieces are off the board already."""
    row, column = path[-1]
    is_last = True
    for down, right in directions(piece):
        victim, landing = (row + down, column + right), (row + 2 * down, column + 2 * right)
        enemy = board.get(victim, "").lower() not in ("", piece.lower())
        if enemy and is_on_board(landing) and landing not in board:
            is_last = False
            rest = {place: each for place, each in board.items() if place != victim}
            for turn in captures(rest, piece, (*path, landing)):
                yield Turn(turn.path, turn.captured | {victim})
    if is_last and len(path) > 1:
        yield Turn(path, frozenset())


def turns(board: Board, side: str) -> list[Turn]:
    """All turns of a side, several of them if there are several paths."""
    jumps, steps = [], []
    for place, piece in board.items():
        if piece.lower() == side:
            rest = {other: each for other, each in board.items() if other != place}
            jumps += list(captures(rest, piece, (place,)))
            for down, right in directions(piece):
                goal = (place[0] + down, place[1] + right)
                if is_on_board(goal) and goal not in board:
                    steps.append(Turn((place, goal), frozenset()))
    return jumps or steps


def after(board: Board, turn: Turn) -> Board:
    piece = board[turn.path[0]]
    gone = {turn.path[0], *turn.captured}
    rest = {place: each for place, each in board.items() if place not in gone}
    crowned = turn.path[-1][0] == (7 if piece == "b" else 0 if piece == "w" else -1)
    return rest | {turn.path[-1]: piece.upper() if crowned else piece}
