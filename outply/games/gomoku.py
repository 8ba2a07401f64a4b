"""Gomoku: five stones of one colour in a line win; more than five win too (freestyle)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outply.game import Bits, BoardView, Game, OutplyError, place_of_bit
from outply.games.boards import Cells, cell_name, clicks_of, column_name

__all__ = ["Gomoku", "Stones"]

# A board is a tuple of 64-bit words, read as one ring of bits: after the last comes the
# first. A move is the number of its cell's bit. On 15x15, in four words:
#
#          a   b   c  …   o  wall
#    wall 240 241 242    254 255
#      15 224 225 226    238 239
#       ⋮
#       2  16  17  18     30  31
#       1   0   1   2     14  15
#
# The wall belongs to both players. Every line that leaves the board, also downwards and
# around the ring, meets it first, and a stretch of cells with the wall in it is of no use
# to either.

ONE: Bits = 1
FULL: Bits = 0xFFFF_FFFF_FFFF_FFFF
BLACK, WHITE, EMPTY = "X", "O", "."
TEMPO = 1.5  # how much more a stretch is worth to the player to move


class Stones(NamedTuple):
    """A position, seen from the player to move."""

    mine: tuple[Bits, ...]  # with the wall
    theirs: tuple[Bits, ...]
    my_chances: int  # the worth of all stretches that the other side has not touched
    their_chances: int
    mover: int  # 0 is black, who begins
    free: int  # empty cells
    won: bool  # the last stone made a line


@dataclass(frozen=True)
class Gomoku(Game[Stones]):
    """`line` stones in a row on a square board.

    Searches try the cells within `reach` king's steps of a stone; all cells with `reach` 0.
    """

    size: int = 15
    line: int = 5
    reach: int = 2

    def __post_init__(self) -> None:
        self.require("size", 5, 19)
        self.require("line", 3, self.size)
        self.require("reach", 0, self.size)

    def require(self, name: str, least: int, most: int) -> None:
        given = getattr(self, name)
        if type(given) is not int or not least <= given <= most:
            raise OutplyError(f"Gomoku's {name} is {given!r}; give {least} to {most}.")

    def initial(self) -> Stones:
        return Stones(self.wall, self.wall, 0, 0, 0, self.size * self.size, False)

    def to_move(self, state: Stones) -> int:
        return state.mover

    def moves(self, state: Stones) -> Iterator[int]:
        """The empty cells, the nearest to a stone first, or to the centre of an empty board."""
        yield from self.near_cells(state, self.size)

    def near_cells(self, state: Stones, steps: int) -> Iterator[int]:
        """The empty cells within `steps` king's steps of a stone, the nearest first."""
        grown = common(union(state.mine, state.theirs), self.all_cells)
        if state.free == self.size * self.size:
            yield self.centre
            grown = with_cell(grown, self.centre)
        for _ in range(steps):
            wider = common(spread(grown, self.width), self.all_cells)
            for i, word in enumerate(wider):
                fresh: Bits = word ^ grown[i]
                while fresh:
                    yield 64 * i + (fresh & -fresh).bit_length() - 1
                    fresh &= fresh - 1
            grown = wider

    def result(self, state: Stones, move: int) -> Stones:
        gain, loss, won = self.changes(state, move)
        return Stones(
            mine=state.theirs,
            theirs=with_cell(state.mine, move),
            my_chances=state.their_chances - loss,
            their_chances=state.my_chances + gain,
            mover=1 - state.mover,
            free=state.free - 1,
            won=won,
        )

    def is_terminal(self, state: Stones) -> bool:
        return state.won or state.free == 0

    def utility(self, state: Stones, player: int) -> float:
        if not state.won:
            return 0.0
        return -1.0 if player == state.mover else 1.0

    def evaluate(self, state: Stones, player: int) -> float:
        lead = TEMPO * state.my_chances - state.their_chances
        guess = lead / (worth(self.line - 1) + abs(lead))
        return guess if player == state.mover else -guess

    def order(self, state: Stones, move: int) -> float:
        """What the move makes of one's own chances and takes of the other's; a win first."""
        gain, loss, won = self.changes(state, move)
        return float(worth(self.line + 2) if won else gain + loss)

    # -- stretches of `line` cells ----------------------------------------------------

    def changes(self, state: Stones, move: int) -> tuple[int, int, bool]:
        """What `move` adds to the mover's chances, takes from the other's, and if it wins."""
        gain = 0
        loss = 0
        won = False
        for step in self.steps:
            mine = self.around(state.mine, move, step)
            theirs = self.around(state.theirs, move, step)
            for first in range(self.line):
                my_stones = ((mine >> first) & self.stretch).bit_count()
                their_stones = ((theirs >> first) & self.stretch).bit_count()
                if their_stones == 0:
                    gain += worth(my_stones + 1) - worth(my_stones)
                    won = won or my_stones + 1 == self.line
                if my_stones == 0:
                    loss += worth(their_stones)
        return gain, loss, won

    def around(self, board: tuple[Bits, ...], cell: int, step: int) -> int:
        """One bit for each cell along `step` that shares a stretch with `cell`."""
        bits = 0
        there = cell - (self.line - 1) * step
        for i in range(2 * self.line - 1):
            bits |= has_cell(board, there + i * step) << i
        return bits

    # -- the board's measures ---------------------------------------------------------

    @cached_property
    def width(self) -> int:
        """The cells of a row and one of the wall."""
        return self.size + 1

    @cached_property
    def centre(self) -> int:
        return self.size // 2 * (self.width + 1)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """East, north-west, north, north-east."""
        return (1, self.width - 1, self.width, self.width + 1)

    @cached_property
    def stretch(self) -> int:
        return (1 << self.line) - 1

    @cached_property
    def all_cells(self) -> tuple[Bits, ...]:
        board: tuple[Bits, ...] = (0,) * -(-self.width * self.width // 64)
        for row in range(self.size):
            for column in range(self.size):
                board = with_cell(board, row * self.width + column)
        return board

    @cached_property
    def wall(self) -> tuple[Bits, ...]:
        return tuple(FULL ^ word for word in self.all_cells)

    # -- text and picture -------------------------------------------------------------

    def format(self, state: Stones) -> str:
        rows = ("".join(cell or EMPTY for cell in row) for row in self.pictured(state))
        return "/".join(rows) + " " + (WHITE if state.mover else BLACK)

    def parse(self, text: str) -> Stones:
        board, _, side = text.strip().partition(" ")
        if side not in (BLACK, WHITE):
            raise OutplyError(f"After the rows comes a space and X or O to move, not {side!r}.")
        rows = board.split("/")[::-1]
        if [len(row) for row in rows] != [self.size] * self.size:
            raise OutplyError(
                f"A position has {self.size} rows of {self.size} cells with / between them."
            )
        for letter in board:
            if letter not in (BLACK, WHITE, EMPTY, "/"):
                raise OutplyError(f"{letter!r} is not X, O or . (empty).")
        return self.placed(rows, side)

    def placed(self, rows: list[str], side: str) -> Stones:
        """The state after all stones are put down, with `side` to move."""
        state = self.initial()
        winners = set()
        for row, letters in enumerate(rows):
            for column, letter in enumerate(letters):
                if letter != EMPTY:
                    state = turned_to(state, letter)
                    state = self.result(state, row * self.width + column)
                    winners |= {letter} if state.won else set()
        if side in winners:
            raise OutplyError(f"{side} is to move but already has {self.line} in a row.")
        return turned_to(state, side)._replace(won=bool(winners))

    def format_move(self, state: Stones, move: int) -> str:
        row, column = divmod(move, self.width)
        return cell_name(column, row)

    def board(self, state: Stones) -> BoardView:
        return BoardView(
            rows=self.pictured(state),
            column_labels=tuple(map(column_name, range(self.size))),
            row_labels=tuple(str(row) for row in range(self.size, 0, -1)),
            clicks=clicks_of(self, state, self.clicked),
        )

    def clicked(self, move: int) -> Cells:
        row, column = divmod(move, self.width)
        return ((self.size - 1 - row, column),)

    def pictured(self, state: Stones) -> tuple[tuple[str, ...], ...]:
        """The cells in rows, the top row first."""
        state = turned_to(state, BLACK)
        cells = [
            BLACK if has_cell(state.mine, cell) else WHITE if has_cell(state.theirs, cell) else ""
            for cell in range(self.size * self.width)
        ]
        starts = range((self.size - 1) * self.width, -1, -self.width)
        return tuple(tuple(cells[start : start + self.size]) for start in starts)

    # -- search hints: only engines use what follows -----------------------------------

    @property
    def selective(self) -> bool:  # type: ignore[override]
        """With a `reach`, far cells are no candidates, though hardly ever good."""
        return self.reach > 0

    def candidates(self, state: Stones) -> Iterator[int]:
        """The cells near a stone; the centre of an empty board."""
        is_empty = state.free == self.size * self.size
        yield from self.near_cells(state, 0 if is_empty and self.reach else self.reach or self.size)

    def plies_left(self, state: Stones) -> int:
        return state.free

    def pick(self, state: Stones, luck: float) -> int:
        if state.free == self.size * self.size and self.reach:
            return self.centre
        stones = common(union(state.mine, state.theirs), self.all_cells)
        grown = stones if self.reach else self.all_cells
        for _ in range(self.reach):
            grown = common(spread(grown, self.width), self.all_cells)
        count = sum(word.bit_count() for word in grown) - sum(word.bit_count() for word in stones)
        left = int(luck * count)
        for i, word in enumerate(grown):
            empty: Bits = word ^ stones[i]
            if left < empty.bit_count():
                return 64 * i + place_of_bit(empty, left)
            left -= empty.bit_count()
        return self.centre


def worth(stones: int) -> int:
    """What a stretch with `stones` stones of one side, and none of the other, is worth."""
    return (1 << (2 * stones)) - 1


def turned_to(state: Stones, side: str) -> Stones:
    """The same stones, with `side` to move."""
    if state.mover == (BLACK, WHITE).index(side):
        return state
    return Stones(
        mine=state.theirs,
        theirs=state.mine,
        my_chances=state.their_chances,
        their_chances=state.my_chances,
        mover=1 - state.mover,
        free=state.free,
        won=False,
    )


# -- boards of several words ----------------------------------------------------------


def union(one: tuple[Bits, ...], other: tuple[Bits, ...]) -> tuple[Bits, ...]:
    return tuple(word | other[i] for i, word in enumerate(one))


def common(one: tuple[Bits, ...], other: tuple[Bits, ...]) -> tuple[Bits, ...]:
    return tuple(word & other[i] for i, word in enumerate(one))


def rotated(board: tuple[Bits, ...], by: int) -> tuple[Bits, ...]:
    """The board as seen from `by` cells further on."""
    return tuple(
        (word >> by) | ((board[(i + 1) % len(board)] << (64 - by)) & FULL)
        for i, word in enumerate(board)
    )


def rotated_back(board: tuple[Bits, ...], by: int) -> tuple[Bits, ...]:
    """The board as seen from `by` cells before."""
    return tuple(
        ((word << by) & FULL) | (board[(i + len(board) - 1) % len(board)] >> (64 - by))
        for i, word in enumerate(board)
    )


def spread(board: tuple[Bits, ...], width: int) -> tuple[Bits, ...]:
    """The cells of the board and all within a king's step of them."""
    row = union(board, union(rotated(board, 1), rotated_back(board, 1)))
    return union(row, union(rotated(row, width), rotated_back(row, width)))


def with_cell(board: tuple[Bits, ...], cell: int) -> tuple[Bits, ...]:
    bit: Bits = ONE << (cell & 63)
    return tuple(word | bit if i == cell >> 6 else word for i, word in enumerate(board))


def has_cell(board: tuple[Bits, ...], cell: int) -> int:
    return (board[(cell >> 6) % len(board)] >> (cell & 63)) & 1
