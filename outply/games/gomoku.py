"""Gomoku: five stones of one colour in a line win; more than five win too (freestyle)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outply.game import Bits, BoardView, Game, OutplyError

__all__ = ["Gomoku", "Stones"]

# A board is a row of 64-bit words, read as one long ring of bits: after the last bit
# comes the first. A move is the number of its bit. On 15x15, four words:
#
#   row                                     wall
#    15 wall   240 241 …               254   255
#    14 top    224 225 …               238   239
#     ⋮
#     1         16  17 …                30    31
#     0         0   1 …                 14    15
#
# The wall is never taken by a stone. Whatever leaves the board sideways, upwards or, around
# the ring, downwards, steps on it first; so a line never wraps.

ONE: Bits = 1
FULL: Bits = 0xFFFF_FFFF_FFFF_FFFF
BLACK, WHITE, EMPTY = "X", "O", "."
EVEN = 400.0  # a lead worth half a win
TEMPO = 1.5  # how much more a line is worth to the player to move


class Stones(NamedTuple):
    """A position, seen from the player to move."""

    mine: tuple[Bits, ...]
    theirs: tuple[Bits, ...]
    mover: int  # 0 is black, who begins
    free: int  # empty cells left
    won: bool  # the last stone made a line


@dataclass(frozen=True)
class Gomoku(Game[Stones]):
    """`line` stones in a row on a square board.

    Moves are the empty cells within `reach` king's steps of a stone, the nearest first;
    all empty cells with `reach` 0. The first stone goes to the centre unless `reach` is 0.
    """

    size: int = 15
    line: int = 5
    reach: int = 2

    def __post_init__(self) -> None:
        if not 5 <= self.size <= 19:
            raise OutplyError(f"Gomoku's size is {self.size}; give 5 to 19.")
        if not 3 <= self.line <= min(self.size, 7):
            raise OutplyError(f"Gomoku's line is {self.line}; give 3 to {min(self.size, 7)}.")
        if not 0 <= self.reach <= self.size:
            raise OutplyError(f"Gomoku's reach is {self.reach}; give 0 (any cell) to {self.size}.")

    def initial(self) -> Stones:
        return Stones(self.nothing, self.nothing, 0, self.size * self.size, False)

    def to_move(self, state: Stones) -> int:
        return state.mover

    def moves(self, state: Stones) -> Iterator[int]:
        rings = 0 if state.won else (self.reach or self.size)
        grown = union(state.mine, state.theirs)
        if state.free == self.size * self.size:
            yield self.centre
            grown = with_cell(self.nothing, self.centre)
            rings = 0 if self.reach else rings
        for _ in range(rings):
            wider = common(spread(grown, self.width), self.cells)
            for i, fresh in enumerate(without(wider, grown)):
                while fresh:
                    yield 64 * i + (fresh & -fresh).bit_length() - 1
                    fresh &= fresh - 1
            grown = wider

    def result(self, state: Stones, move: int) -> Stones:
        mine = with_cell(state.mine, move)
        won = any(length(mine, move, step) >= self.line for step in self.steps)
        return Stones(state.theirs, mine, 1 - state.mover, state.free - 1, won)

    def is_terminal(self, state: Stones) -> bool:
        return state.won or state.free == 0

    def utility(self, state: Stones, player: int) -> float:
        if not state.won:
            return 0.0
        return -1.0 if player == state.mover else 1.0

    def evaluate(self, state: Stones, player: int) -> float:
        mine = sum(self.chances(state.mine, state.theirs, step) for step in self.steps)
        theirs = sum(self.chances(state.theirs, state.mine, step) for step in self.steps)
        lead = TEMPO * mine - theirs
        guess = lead / (EVEN + abs(lead))
        return guess if player == state.mover else -guess

    def chances(self, mine: tuple[Bits, ...], theirs: tuple[Bits, ...], step: int) -> int:
        """The stretches of `line` cells along `step` that `mine` may still fill, by worth.

        The stones in the stretch that starts at a cell are counted in binary, for all
        cells at once: the cell's bits in `fours`, `twos` and `ones`.
        """
        shut = blocked = union(theirs, self.walls)
        ones = mine
        twos = fours = self.nothing
        for _ in range(self.line - 1):
            shut = rotated(shut, step)
            blocked = union(blocked, shut)
            mine = rotated(mine, step)
            carry = common(ones, mine)
            ones = differing(ones, mine)
            fours = union(fours, common(twos, carry))
            twos = differing(twos, carry)
        return sum(worth(ones[i], twos[i], fours[i], FULL ^ word) for i, word in enumerate(blocked))

    def order(self, state: Stones, move: int) -> float:
        """Long lines first, one's own or the other's; among equals, nearest to the centre."""
        mine = sum(1 << (2 * length(state.mine, move, step)) for step in self.steps)
        theirs = sum(1 << (2 * length(state.theirs, move, step)) for step in self.steps)
        across = abs(move % self.width - self.size // 2)
        along = abs(move // self.width - self.size // 2)
        return 2.0 * mine + theirs - max(across, along) / self.size

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
    def nothing(self) -> tuple[Bits, ...]:
        return (0,) * -(-self.width * self.width // 64)

    @cached_property
    def cells(self) -> tuple[Bits, ...]:
        board = self.nothing
        for row in range(self.size):
            for column in range(self.size):
                board = with_cell(board, row * self.width + column)
        return board

    @cached_property
    def walls(self) -> tuple[Bits, ...]:
        return tuple(FULL ^ word for word in self.cells)

    # -- text and picture -------------------------------------------------------------

    def format(self, state: Stones) -> str:
        rows = ("".join(cell or EMPTY for cell in row) for row in self.pictured(state))
        return "/".join(rows) + " " + (WHITE if state.mover else BLACK)

    def parse(self, text: str) -> Stones:
        board, _, side = text.strip().partition(" ")
        rows = board.split("/")[::-1]
        if side not in (BLACK, WHITE):
            raise OutplyError(f"After the rows comes a space and X or O to move, not {side!r}.")
        if [len(row) for row in rows] != [self.size] * self.size:
            raise OutplyError(
                f"A position has {self.size} rows of {self.size} cells with / between them."
            )
        stones = {BLACK: self.nothing, WHITE: self.nothing, EMPTY: self.nothing}
        for row, letters in enumerate(rows):
            for column, letter in enumerate(letters):
                if letter not in stones:
                    raise OutplyError(f"{letter!r} is not X, O or . (empty).")
                stones[letter] = with_cell(stones[letter], row * self.width + column)
        mine, theirs = stones[side], stones[BLACK if side == WHITE else WHITE]
        if self.has_line(mine):
            raise OutplyError(f"{side} is to move but already has {self.line} in a row.")
        free = sum(word.bit_count() for word in stones[EMPTY])
        return Stones(mine, theirs, int(side == WHITE), free, self.has_line(theirs))

    def has_line(self, stones: tuple[Bits, ...]) -> bool:
        return any(
            length(stones, cell, step) >= self.line
            for cell in range(64 * len(stones))
            for step in self.steps
            if has_cell(stones, cell)
        )

    def format_move(self, state: Stones, move: int) -> str:
        row, column = divmod(move, self.width)
        return f"{chr(ord('a') + column)}{row + 1}"

    def board(self, state: Stones) -> BoardView:
        where = {move: divmod(move, self.width) for move in self.moves(state)}
        return BoardView(
            rows=self.pictured(state),
            column_labels=tuple(chr(ord("a") + column) for column in range(self.size)),
            row_labels=tuple(str(row) for row in range(self.size, 0, -1)),
            clicks={move: ((self.size - 1 - r, c),) for move, (r, c) in where.items()},
        )

    def pictured(self, state: Stones) -> tuple[tuple[str, ...], ...]:
        """The cells in rows, the top row first."""
        black, white = state.mine, state.theirs
        if state.mover == 1:
            black, white = white, black
        cells = [
            BLACK if has_cell(black, cell) else WHITE if has_cell(white, cell) else ""
            for cell in range(self.size * self.width)
        ]
        starts = range((self.size - 1) * self.width, -1, -self.width)
        return tuple(tuple(cells[start : start + self.size]) for start in starts)


# -- boards of several words ----------------------------------------------------------


def union(one: tuple[Bits, ...], other: tuple[Bits, ...]) -> tuple[Bits, ...]:
    return tuple(word | other[i] for i, word in enumerate(one))


def common(one: tuple[Bits, ...], other: tuple[Bits, ...]) -> tuple[Bits, ...]:
    return tuple(word & other[i] for i, word in enumerate(one))


def differing(one: tuple[Bits, ...], other: tuple[Bits, ...]) -> tuple[Bits, ...]:
    return tuple(word ^ other[i] for i, word in enumerate(one))


def without(one: tuple[Bits, ...], other: tuple[Bits, ...]) -> tuple[Bits, ...]:
    return tuple(word & (FULL ^ other[i]) for i, word in enumerate(one))


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


def has_cell(board: tuple[Bits, ...], cell: int) -> bool:
    return (board[(cell >> 6) % len(board)] >> (cell & 63)) & 1 == 1


def length(stones: tuple[Bits, ...], cell: int, step: int) -> int:
    """How long the line along `step` is with a stone at `cell`."""
    last = cell + step
    while has_cell(stones, last):
        last += step
    first = cell - step
    while has_cell(stones, first):
        first -= step
    return (last - first) // step - 1


def worth(ones: Bits, twos: Bits, fours: Bits, free: Bits) -> int:
    """The sum over the free stretches: 1 for one stone, 6 for two, 31, 200, 1200 …"""
    return (
        (free & ones).bit_count()
        + 6 * (free & twos).bit_count()
        + 24 * (free & ones & twos).bit_count()
        + 200 * (free & fours).bit_count()
        + 1000 * (free & fours & (ones | twos)).bit_count()
    )
