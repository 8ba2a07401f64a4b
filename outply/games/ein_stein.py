"""EinStein würfelt nicht, by Ingo Althöfer: six numbered stones, a die, and a race to a corner.

In turn a die is rolled, and the stone of that number moves one step towards the opposite
corner, straight or diagonally; if it is gone, the next higher or the next lower stone that is
left. Any stone on the square it moves to is removed. Who reaches the corner, or removes the
last stone of the other side, wins. X starts in the top-left corner and moves right and down.

    5  X1 X6 X3 -- --       A position is these five rows from the top, whose turn it is, and
    4  X5 X2 -- -- --       the die once it is rolled:
    3  X4 -- -- -- O4
    2  -- -- -- O2 O5       X1X6X3----/X5X2------/X4------O4/------O2O5/----O3O6O1 X 3
    1  -- -- O3 O6 O1
       a  b  c  d  e        A move is the stone, where it stands, and where it goes: 3c5-d4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply.game import CHANCE, BoardView, Game, OutplyError
from outply.games.boards import Cells, cell_name, clicks_of, column_name, in_rows

__all__ = ["EinStein", "Stones"]

# Each side sees the board from its own corner, so that both play by the same code:
#
#     0  1  2  3  4      A step to the side is 1, ahead 5, diagonal 6, and the goal is 24.
#     5  6  7  8  9      The other side sees square s as 24 - s.
#    10 11 12 13 14
#    15 16 17 18 19      A side is one int, five bits a stone: the square of stone 1 in bits
#    20 21 22 23 24      0 to 4, … of stone 6 in bits 25 to 29; 31 for a stone that is gone.

SIZE = 5
CORNER = (0, 1, 2, 5, 6, 10)
GOAL = 24
GONE = 31
NO_STONES = (1 << 30) - 1
FACES = 6
STEPS = (1, 5, 6)
DIAGONAL = 2  # the direction of the longest step
WORTH = (0.0, 16.0, 6.0, 2.5, 1.0)  # of a stone by its distance from the goal
TURN = 1.4  # times as much is a stone worth when it is one's turn

SIDES = "XO"
EMPTY = "--"


class Stones(NamedTuple):
    """A position, seen from the player whose turn it is."""

    mine: int
    theirs: int
    player: int
    die: int  # 0 before it is rolled


@dataclass(frozen=True)
class EinStein(Game[Stones]):
    """Move the stone that the die says towards the other corner; the first to get there wins.

    A set-up is the six stones row by row from the own corner, as each side sees them.
    """

    first: tuple[int, ...] = (1, 6, 3, 5, 2, 4)
    second: tuple[int, ...] = (1, 6, 3, 5, 2, 4)

    def __post_init__(self) -> None:
        for name, numbers in (("first", self.first), ("second", self.second)):
            fits = isinstance(numbers, (tuple, list)) and all(type(n) is int for n in numbers)
            if not fits or sorted(numbers) != [1, 2, 3, 4, 5, 6]:
                raise OutplyError(
                    f"{name} is {numbers!r}; give the numbers 1 to 6, each once, as in 1,6,3,5,2,4."
                )
            object.__setattr__(self, name, tuple(numbers))

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> Stones:
        return Stones(arranged(self.first), arranged(self.second), 0, 0)

    def to_move(self, state: Stones) -> int:
        return CHANCE if state.die == 0 and not self.is_terminal(state) else state.player

    def outcomes(self, state: Stones) -> Iterator[tuple[int, float]]:
        for face in range(1, FACES + 1):
            yield face, 1.0 / FACES

    def moves(self, state: Stones) -> Iterator[int]:
        """A stone, counted from 0, and one of the three directions: `3 * stone + direction`."""
        if state.die:
            stone = higher(state.mine, state.die - 1)
            if stone < FACES:
                yield from moves_of(state.mine, stone)
            if stone != state.die - 1:
                stone = lower(state.mine, state.die - 1)
                if stone >= 0:
                    yield from moves_of(state.mine, stone)

    def result(self, state: Stones, move: int) -> Stones:
        if state.die == 0:
            return Stones(state.mine, state.theirs, state.player, move)
        stone = move // 3
        square = square_of(state.mine, stone) + STEPS[move % 3]
        mine = placed(without(state.mine, square), stone, square)
        return Stones(without(state.theirs, GOAL - square), mine, 1 - state.player, 0)

    def is_terminal(self, state: Stones) -> bool:
        """Only the player who just moved can have won."""
        return state.die == 0 and (state.mine == NO_STONES or stands_on(state.theirs, GOAL))

    def utility(self, state: Stones, player: int) -> float:
        return -1.0 if player == state.player else 1.0

    # -- knowledge --------------------------------------------------------------------

    def evaluate(self, state: Stones, player: int) -> float:
        """By the stones that are near their goal and likely to be the die's."""
        mine, theirs = TURN * prospects(state.mine), prospects(state.theirs)
        guess = (mine - theirs) / (mine + theirs)
        return guess if player == state.player else -guess

    def order(self, state: Stones, move: int) -> float:
        """What wins, then what removes a stone of the other side, then what goes furthest."""
        square = square_of(state.mine, move // 3) + STEPS[move % 3]
        if square == GOAL:
            return 8.0
        worth = 1.0 if move % 3 == DIAGONAL else 0.0
        if stands_on(state.theirs, GOAL - square):
            worth += 4.0
        return worth - 2.0 if stands_on(state.mine, square) else worth

    cell_values: ClassVar[int] = GOAL + 2

    def cells(self, state: Stones) -> tuple[int, ...]:
        """The square of each stone, 25 for one that is gone; and the die."""
        mine = [min(square_of(state.mine, stone), GOAL + 1) for stone in range(FACES)]
        theirs = [min(square_of(state.theirs, stone), GOAL + 1) for stone in range(FACES)]
        return (*mine, *theirs, state.die)

    # -- text and picture -------------------------------------------------------------

    def format(self, state: Stones) -> str:
        rows = "/".join("".join(cell or EMPTY for cell in row) for row in pictured(state))
        die = f" {state.die}" if state.die else ""
        return f"{rows} {SIDES[state.player]}{die}"

    def parse(self, text: str) -> Stones:
        found = re.fullmatch(r"(\S+) +([XO])( +[1-6])?", text.strip().upper())
        rows = found[1].split("/") if found else []
        fits = all(re.fullmatch(r"(--|[XO][1-6]){5}", row) for row in rows)
        if not found or len(rows) != SIZE or not fits:
            example = self.format(self.initial())
            raise OutplyError(f"{text!r} is not a position of {self.name}; write {example!r}.")
        cells = [row[place : place + 2] for row in rows for place in range(0, 2 * SIZE, 2)]
        player = SIDES.index(found[2])
        sides = (read(cells, "X"), read(cells[::-1], "O"))
        return self.checked(Stones(sides[player], sides[1 - player], player, int(found[3] or 0)))

    def checked(self, state: Stones) -> Stones:
        """The state, if it can be."""
        mover, other = SIDES[state.player], SIDES[1 - state.player]
        if state.theirs == NO_STONES or stands_on(state.mine, GOAL):
            raise OutplyError(f"{mover} has won, so it is {other}'s turn.")
        if state.die and self.is_terminal(Stones(state.mine, state.theirs, state.player, 0)):
            raise OutplyError(f"{other} has won, so the die is not rolled any more.")
        return state

    def format_move(self, state: Stones, move: int) -> str:
        if state.die == 0:
            return str(move)
        start, end = squares(state, move)
        return f"{move // 3 + 1}{square_name(start)}-{square_name(end)}"

    def board(self, state: Stones) -> BoardView:
        def clicked(move: int) -> Cells:
            start, end = squares(state, move)
            return divmod(start, SIZE), divmod(end, SIZE)

        return BoardView(
            rows=pictured(state),
            column_labels=tuple(map(column_name, range(SIZE))),
            row_labels=tuple("54321"),
            clicks=clicks_of(self, state, clicked),
        )


# -- the stones of one side -----------------------------------------------------------


def square_of(stones: int, stone: int) -> int:
    return stones >> 5 * stone & 31


def placed(stones: int, stone: int, square: int) -> int:
    """The stones with one of them moved to a square."""
    return stones & ~(31 << 5 * stone) | square << 5 * stone


def without(stones: int, square: int) -> int:
    """The stones with the one on a square removed, if there is one."""
    for stone in range(FACES):
        if square_of(stones, stone) == square:
            return placed(stones, stone, GONE)
    return stones


def stands_on(stones: int, square: int) -> bool:
    return without(stones, square) != stones


def higher(stones: int, stone: int) -> int:
    """The first stone from this one up that is left, or 6."""
    while stone < FACES and square_of(stones, stone) == GONE:
        stone += 1
    return stone


def lower(stones: int, stone: int) -> int:
    """The first stone from this one down that is left, or -1."""
    while stone >= 0 and square_of(stones, stone) == GONE:
        stone -= 1
    return stone


def moves_of(stones: int, stone: int) -> Iterator[int]:
    """The moves of a stone, the diagonal one first."""
    square = square_of(stones, stone)
    sideways = square % SIZE < SIZE - 1
    ahead = square < SIZE * (SIZE - 1)
    if sideways and ahead:
        yield 3 * stone + DIAGONAL
    if sideways:
        yield 3 * stone
    if ahead:
        yield 3 * stone + 1


def prospects(stones: int) -> float:
    """The worth of each stone, times the number of faces that let it move.

    Those are its own and those of the missing stones up to its neighbours in number, so they
    are known once the next stone is met.
    """
    total = worth = 0.0
    before = last = -1
    for stone in range(FACES):
        square = square_of(stones, stone)
        if square != GONE:
            total += worth * (stone - before - 1)
            before, last, worth = last, stone, WORTH[distance(square)]
    return total + worth * (FACES - before - 1)


def distance(square: int) -> int:
    """The fewest steps to the goal."""
    return SIZE - 1 - min(square // SIZE, square % SIZE)


def arranged(numbers: tuple[int, ...]) -> int:
    """The stones in their corner."""
    stones = NO_STONES
    for number, square in zip(numbers, CORNER, strict=True):
        stones = placed(stones, number - 1, square)
    return stones


# -- squares as all see them ----------------------------------------------------------


def read(cells: list[str], side: str) -> int:
    """The stones of a side, in cells as that side sees them."""
    stones = NO_STONES
    for square, cell in enumerate(cells):
        if cell[0] == side:
            stone = int(cell[1]) - 1
            if square_of(stones, stone) != GONE:
                raise OutplyError(f"{cell} is there twice.")
            stones = placed(stones, stone, square)
    return stones


def pictured(state: Stones) -> tuple[tuple[str, ...], ...]:
    """The cells in rows, the top row first."""
    cells = [""] * SIZE * SIZE
    for player, stones in ((state.player, state.mine), (1 - state.player, state.theirs)):
        for stone in range(FACES):
            square = square_of(stones, stone)
            if square != GONE:
                cells[seen(player, square)] = f"{SIDES[player]}{stone + 1}"
    return in_rows(cells, SIZE)


def seen(player: int, square: int) -> int:
    """A player's square as the first player sees it."""
    return square if player == 0 else GOAL - square


def squares(state: Stones, move: int) -> tuple[int, int]:
    """From where to where a move goes, as the first player sees it."""
    square = square_of(state.mine, move // 3)
    return seen(state.player, square), seen(state.player, square + STEPS[move % 3])


def square_name(square: int) -> str:
    return cell_name(square % SIZE, SIZE - 1 - square // SIZE)
