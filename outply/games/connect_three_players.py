"""Connect Four for three: X, O and Y in turn drop a stone, and the first to make a line wins.

The winner gets 1, the others lose a half each; a full board is a draw. A move is written as its
column. A position is the rows from the top, and whose turn it is follows from the stones:
`......./......./......./......./..O..../..XYX..`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from outply.game import Bits, BoardView, Game, OutplyError
from outply.games.boards import Cells, clicks_of, columns_reversed

__all__ = ["Board", "ConnectThreePlayers"]

ONE: Bits = 1
COLUMN_NAMES = "123456789abcdefghijklmnopqrstuvwxyz"
PIECES = "XOY"
EMPTY = "."


class Board(NamedTuple):
    """The stones of each, seen from the player to move.

    Bit layout on 7 columns by 6 rows: a column takes 7 bits, its top one always empty, so
    that no line goes on from the top of a column at the bottom of the next.

    .  .  .  .  .  .  .
    5 12 19 26 33 40 47
    4 11 18 25 32 39 46
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42
    """

    mine: Bits
    next: Bits  # of the player who moves next
    last: Bits  # of the player who moves after that, and moved just now
    player: int  # to move


@dataclass(frozen=True)
class ConnectThreePlayers(Game[Board]):
    """Three players drop stones into columns; the first to make a line wins."""

    columns: int = 7
    rows: int = 6
    line: int = 4  # stones in a row that win

    players: ClassVar[int] = 3
    utility_range: ClassVar[tuple[float, float]] = (-0.5, 1.0)

    def __post_init__(self) -> None:
        for name in ("columns", "rows", "line"):
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                raise OutplyError(f"{name} is {value!r}; give a whole number from 1 on.")
        if self.columns * (self.rows + 1) > 64:
            raise OutplyError(
                f"{self.columns} columns of {self.rows} rows are too many; "
                "columns × (rows + 1) is at most 64."
            )
        if self.line > max(self.columns, self.rows):
            raise OutplyError(
                f"A line of {self.line} does not fit {self.columns} columns of {self.rows} rows; "
                f"give a line of at most {max(self.columns, self.rows)}."
            )

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> Board:
        return Board(mine=0, next=0, last=0, player=0)

    def to_move(self, state: Board) -> int:
        return state.player

    def moves(self, state: Board) -> Iterator[int]:
        stones: Bits = occupied(state)
        for column in range(self.columns):
            if stones & ONE << column * self.height + self.rows - 1 == 0:
                yield column

    def result(self, state: Board, move: int) -> Board:
        mine: Bits = state.mine | self.dropped(state, move)
        return Board(state.next, state.last, mine, (state.player + 1) % 3)

    def is_terminal(self, state: Board) -> bool:
        return occupied(state) == self.full or self.has_line(state.last)

    def utility(self, state: Board, player: int) -> float:
        if not self.has_line(state.last):
            return 0.0
        return 1.0 if (player + 1) % 3 == state.player else -0.5

    # -- lines ------------------------------------------------------------------------

    @cached_property
    def height(self) -> int:
        """Bits from one column to the next."""
        return self.rows + 1

    @cached_property
    def full(self) -> Bits:
        column = (1 << self.rows) - 1
        return sum(column << place * self.height for place in range(self.columns))

    def dropped(self, state: Board, column: int) -> Bits:
        """The lowest free cell of a column."""
        bottom: Bits = ONE << column * self.height
        cells: Bits = ((ONE << self.rows) - 1) << column * self.height
        return (occupied(state) + bottom) & cells

    def has_line(self, stones: Bits) -> bool:
        height = self.height
        upright: Bits = self.lines(stones, 1)
        across: Bits = self.lines(stones, height)
        return (
            upright | across | self.lines(stones, height - 1) | self.lines(stones, height + 1)
        ) != 0

    def count_lines(self, cells: Bits) -> int:
        """How many lines lie wholly in `cells`."""
        return (
            self.lines(cells, 1).bit_count()
            + self.lines(cells, self.height).bit_count()
            + self.lines(cells, self.height - 1).bit_count()
            + self.lines(cells, self.height + 1).bit_count()
        )

    def lines(self, cells: Bits, step: int) -> Bits:
        """The first cells of the lines in `cells` whose cells are `step` bits apart."""
        starts: Bits = cells
        for place in range(1, self.line):
            starts &= cells >> place * step
        return starts

    # -- knowledge --------------------------------------------------------------------

    def evaluate(self, state: Board, player: int) -> float:
        """How many more lines are still open to `player` than to the others on average."""
        mine = self.count_lines(self.full & ~(state.next | state.last))
        second = self.count_lines(self.full & ~(state.last | state.mine))
        third = self.count_lines(self.full & ~(state.mine | state.next))
        turn = (player - state.player) % 3
        own = mine if turn == 0 else second if turn == 1 else third
        return (3 * own - mine - second - third) / (4.0 * self.all_lines + 1.0)

    @cached_property
    def all_lines(self) -> int:
        return self.count_lines(self.full)

    def order(self, state: Board, move: int) -> float:
        """What wins, then what keeps another from winning, then what is near the centre."""
        stone: Bits = self.dropped(state, move)
        centred = -abs(2 * move - (self.columns - 1))
        if self.has_line(state.mine | stone):
            return 300.0 + centred
        if self.has_line(state.next | stone):
            return 200.0 + centred
        return (100.0 if self.has_line(state.last | stone) else 0.0) + centred

    # -- text and picture -------------------------------------------------------------

    def format(self, state: Board) -> str:
        return "/".join("".join(cell or EMPTY for cell in row) for row in self.pictured(state))

    def parse(self, text: str) -> Board:
        rows = text.strip().upper().split("/")
        fits = len(rows) == self.rows and all(len(row) == self.columns for row in rows)
        if not fits or set("".join(rows)) - {*PIECES, EMPTY}:
            raise OutplyError(
                f"{text!r} is not a position of {self.name}; write {self.rows} rows of "
                f"{self.columns} cells from the top, with X, O, Y and . for empty, as in "
                f"{self.format(self.initial())!r}."
            )
        first, second, third = (self.stones_in(rows, piece) for piece in PIECES)
        turn = (first | second | third).bit_count() % 3
        mine, following, latest = ((first, second, third) * 2)[turn : turn + 3]
        return self.checked(Board(mine, following, latest, turn))

    def stones_in(self, rows: list[str], piece: str) -> int:
        return sum(
            1 << column * self.height + row
            for row, cells in enumerate(reversed(rows))
            for column, cell in enumerate(cells)
            if cell == piece
        )

    def checked(self, state: Board) -> Board:
        """The state, if it can be."""
        stones = occupied(state)
        empty = self.full & ~stones
        if empty << 1 & stones:
            raise OutplyError("A stone lies above an empty cell; stones fall to the bottom.")
        mine, following, latest = (side.bit_count() for side in state[:3])
        if not mine <= following <= latest <= mine + 1:
            raise OutplyError("The numbers of stones do not fit: X, O and Y move in turn, X first.")
        if self.has_line(state.mine) or self.has_line(state.next):
            raise OutplyError(
                "Only the player who moved last can have a line; the first line ends the game."
            )
        return state

    def format_move(self, state: Board, move: int) -> str:
        return COLUMN_NAMES[move]

    def board(self, state: Board) -> BoardView:
        def clicked(move: int) -> Cells:
            row = (self.dropped(state, move).bit_length() - 1) % self.height
            return ((self.rows - 1 - row, move),)

        return BoardView(
            rows=self.pictured(state),
            column_labels=tuple(COLUMN_NAMES[: self.columns]),
            clicks=clicks_of(self, state, clicked),
            kind="drop",
        )

    def pictured(self, state: Board) -> tuple[tuple[str, ...], ...]:
        """The cells in rows, the top row first."""
        return tuple(
            tuple(self.piece(state, column, row) for column in range(self.columns))
            for row in reversed(range(self.rows))
        )

    def piece(self, state: Board, column: int, row: int) -> str:
        for turn, stones in enumerate(state[:3]):
            if stones >> column * self.height + row & 1:
                return PIECES[(state.player + turn) % 3]
        return ""

    # -- search hints: only engines use what follows -----------------------------------

    def plies_left(self, state: Board) -> int:
        return self.columns * self.rows - occupied(state).bit_count()

    def canonical(self, state: Board) -> Board:
        """The lesser of the position and its mirror image."""
        mine, following = self.mirrored(state.mine), self.mirrored(state.next)
        image = Board(mine, following, self.mirrored(state.last), state.player)
        if image.mine != state.mine:
            return image if image.mine < state.mine else state
        if image.next != state.next:
            return image if image.next < state.next else state
        return image if image.last < state.last else state

    def mirrored(self, stones: Bits) -> Bits:
        return columns_reversed(stones, self.columns, self.height)

    def passed(self, state: Board) -> Board:
        return Board(state.next, state.last, state.mine, (state.player + 1) % 3)


def occupied(state: Board) -> Bits:
    return state.mine | state.next | state.last
