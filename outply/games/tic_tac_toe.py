"""Tic-tac-toe, and its big brothers: k in a row on a board of m columns and n rows.

Cells are numbered row by row from the top-left corner, and a board is one bit a cell:

      a b c
    1 0 1 2      The cell below is m further, the one to the right 1 further.
    2 3 4 5      Column letters and row numbers start in the top-left corner: a1.
    3 6 7 8

A position is written row by row from the top, then the side to move: `X.O/.X./... O`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outply.game import BoardView, Game, OutplyError, place_of_bit
from outply.games.boards import cell_name, clicks_of, column_name

SIDES = "XO"
MOST_CELLS = 63  # so that a board is never a negative number


class Board(NamedTuple):
    mine: int  # the stones of the player to move
    theirs: int


@dataclass(frozen=True)
class TicTacToe(Game[Board]):
    """X begins; the first player with k stones in a row, across, down or diagonally, wins."""

    m: int = 3  # columns
    n: int = 3  # rows
    k: int = 3  # in a row

    def __post_init__(self) -> None:
        for name, size in (("m", self.m), ("n", self.n), ("k", self.k)):
            if type(size) is not int or size < 1:
                raise OutplyError(f"{name} is {size!r}; give a whole number from 1 on.")
        if self.m * self.n > MOST_CELLS:
            raise OutplyError(f"{self.m}x{self.n} is too large; m*n is at most {MOST_CELLS} cells.")
        if self.k > max(self.m, self.n):
            raise OutplyError(f"{self.k} in a row do not fit on a {self.m}x{self.n} board.")

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> Board:
        return Board(0, 0)

    def to_move(self, state: Board) -> int:
        return (state.mine | state.theirs).bit_count() % 2

    def moves(self, state: Board) -> Iterator[int]:
        empty = self.all_cells ^ (state.mine | state.theirs)
        while empty != 0:
            yield (empty & -empty).bit_length() - 1
            empty &= empty - 1

    def result(self, state: Board, move: int) -> Board:
        return Board(state.theirs, state.mine | (1 << move))

    def is_terminal(self, state: Board) -> bool:
        return (state.mine | state.theirs) == self.all_cells or self.has_line(state.theirs)

    def utility(self, state: Board, player: int) -> float:
        if not self.has_line(state.theirs):
            return 0.0
        return -1.0 if player == self.to_move(state) else 1.0

    def evaluate(self, state: Board, player: int) -> float:
        """How many more lines are still open to `player` than to the opponent."""
        open_to_mover = self.count_lines(self.all_cells ^ state.theirs)
        open_to_other = self.count_lines(self.all_cells ^ state.mine)
        lead = (open_to_mover - open_to_other) / (self.number_of_lines + 1)
        return lead if player == self.to_move(state) else -lead

    def features(self, state: Board) -> tuple[float, ...]:
        """How many lines with 1, 2, … stones are open to the mover, and to the opponent; and 1."""
        mine = tuple(self.lines_with(state.mine, state.theirs, n) for n in range(1, self.k))
        theirs = tuple(self.lines_with(state.theirs, state.mine, n) for n in range(1, self.k))
        return (*mine, *theirs, 1.0)

    def lines_with(self, stones: int, others: int, number: int) -> float:
        """How many lines have `number` of `stones` and none of the `others`."""
        count = 0
        for line in self.all_lines:
            if line & others == 0 and (line & stones).bit_count() == number:
                count += 1
        return float(count)

    # -- lines ------------------------------------------------------------------------

    @cached_property
    def all_lines(self) -> tuple[int, ...]:
        """The cells of each line."""
        found = []
        for step, starts in self.directions:
            cells = sum(1 << further * step for further in range(self.k))
            found += [cells << place for place in range(self.m * self.n) if starts >> place & 1]
        return tuple(found)

    @cached_property
    def all_cells(self) -> int:
        return (1 << (self.m * self.n)) - 1

    @cached_property
    def directions(self) -> tuple[tuple[int, int], ...]:
        """The step of each direction, and the cells from which a line fits that way."""
        ways = ((1, self.starts(1, 0)), (self.m, self.starts(0, 1)))
        slopes = ((self.m + 1, self.starts(1, 1)), (self.m - 1, self.starts(-1, 1)))
        return tuple((step, starts) for step, starts in ways + slopes if starts)

    def starts(self, right: int, down: int) -> int:
        reach = self.k - 1
        return sum(
            1 << (row * self.m + column)
            for row in range(self.n)
            for column in range(self.m)
            if row + down * reach < self.n and 0 <= column + right * reach < self.m
        )

    @cached_property
    def number_of_lines(self) -> int:
        return sum(starts.bit_count() for _, starts in self.directions)

    def lines_from(self, stones: int, step: int, starts: int) -> int:
        """The `starts` whose whole line is made of `stones`."""
        line = stones & starts
        for further in range(1, self.k):
            line &= stones >> (further * step)
        return line

    def has_line(self, stones: int) -> bool:
        return any(self.lines_from(stones, step, starts) != 0 for step, starts in self.directions)

    def count_lines(self, stones: int) -> int:
        return sum(
            self.lines_from(stones, step, starts).bit_count() for step, starts in self.directions
        )

    # -- text and picture -------------------------------------------------------------

    def rows(self, state: Board) -> list[str]:
        x, o = state if self.to_move(state) == 0 else (state.theirs, state.mine)
        cells = "".join(
            "X" if x >> cell & 1 else "O" if o >> cell & 1 else "."
            for cell in range(self.m * self.n)
        )
        return [cells[start : start + self.m] for start in range(0, len(cells), self.m)]

    def format(self, state: Board) -> str:
        return f"{'/'.join(self.rows(state))} {SIDES[self.to_move(state)]}"

    def parse(self, text: str) -> Board:
        rows, _, side = text.strip().upper().partition(" ")
        lines = rows.split("/")
        shape_fits = len(lines) == self.n and all(len(line) == self.m for line in lines)
        if not shape_fits or not set(rows) <= set("XO./") or side not in ("X", "O"):
            example = self.format(self.initial())
            raise OutplyError(f"{text!r} is not a {self.m}x{self.n} position; write {example!r}.")
        x, o = (self.stones_of(piece, "".join(lines)) for piece in SIDES)
        state = Board(x, o) if side == "X" else Board(o, x)
        if x.bit_count() - o.bit_count() != SIDES.index(side):
            raise OutplyError(f"{text!r} cannot be: X begins, and the sides take turns.")
        if self.has_line(state.mine):
            raise OutplyError(f"{text!r} cannot be: {side} has won already and is to move.")
        return state

    @staticmethod
    def stones_of(piece: str, cells: str) -> int:
        return sum(1 << cell for cell, found in enumerate(cells) if found == piece)

    def format_move(self, state: Board, move: int) -> str:
        row, column = divmod(move, self.m)
        return cell_name(column, row)

    def board(self, state: Board) -> BoardView:
        return BoardView(
            rows=tuple(
                tuple("" if cell == "." else cell for cell in row) for row in self.rows(state)
            ),
            column_labels=tuple(map(column_name, range(self.m))),
            row_labels=tuple(str(row + 1) for row in range(self.n)),
            clicks=clicks_of(self, state, lambda move: (divmod(move, self.m),)),
        )

    # -- search hints: only engines use what follows -----------------------------------

    def plies_left(self, state: Board) -> int:
        return self.m * self.n - (state.mine | state.theirs).bit_count()

    def canonical(self, state: Board) -> Board:
        """The least of the symmetric positions: two mirrorings in turn go through all."""
        least = image = state
        for turn in range(7 if self.m == self.n else 3):
            image = Board(self.mirrored(image.mine, turn), self.mirrored(image.theirs, turn))
            least = lesser(least, image)
        return least

    def mirrored(self, stones: int, turn: int) -> int:
        if turn % 2 == 0:
            return last_first(stones, self.n, self.m, self.top_row)
        if self.m == self.n:
            return self.transposed(stones)
        return last_first(stones, self.m, 1, self.left_column)

    def transposed(self, stones: int) -> int:
        """Rows become columns: a cell d right of the diagonal moves d * (m - 1) on."""
        turned = 0
        for right, cells in enumerate(self.diagonals):
            shift = right * (self.m - 1)
            turned |= ((stones & cells) << shift) | ((stones >> shift) & cells)
        return turned

    @cached_property
    def diagonals(self) -> tuple[int, ...]:
        """The cells 0, 1, 2, … to the right of the main diagonal."""
        return tuple(
            sum(1 << (row * self.m + row + right) for row in range(min(self.n, self.m - right)))
            for right in range(self.m)
        )

    @cached_property
    def top_row(self) -> int:
        return (1 << self.m) - 1

    @cached_property
    def left_column(self) -> int:
        return sum(1 << (row * self.m) for row in range(self.n))

    def pick(self, state: Board, luck: float) -> int:
        empty = self.all_cells ^ (state.mine | state.theirs)
        return place_of_bit(empty, int(luck * empty.bit_count()))


def last_first(stones: int, strips: int, step: int, first: int) -> int:
    """The rows or columns in reverse, given the cells of the first and the step to the next."""
    turned = 0
    for strip in range(strips):
        cells = (stones >> (strip * step)) & first
        turned |= cells << ((strips - 1 - strip) * step)
    return turned


def lesser(one: Board, other: Board) -> Board:
    if one.mine != other.mine:
        return one if one.mine < other.mine else other
    return one if one.theirs < other.theirs else other
