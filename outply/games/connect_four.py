"""Connect Four, on any board that fits 64 bits with a sentinel row on top."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outply.game import Bits, BoardView, Game, OutplyError, lost_in, place_of_bit, won_in
from outply.games.boards import Cells, clicks_of, columns_reversed

__all__ = ["Board", "ConnectFour"]

ONE: Bits = 1
THREAT, LASTING = 3, 9  # lines that a threat counts for, and one that will be carried out
COLUMN_NAMES = "123456789abcdefghijklmnopqrstuvwxyz"


class Board(NamedTuple):
    """Bit layout on 7 columns by 6 rows: a column takes 7 bits, its top one always empty.

    .  .  .  .  .  .  .      <- sentinel row: 6 13 20 27 34 41 48
    5 12 19 26 33 40 47
    4 11 18 25 32 39 46
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42
    """

    mine: Bits  # stones of the player to move
    both: Bits  # all stones


@dataclass(frozen=True)
class ConnectFour(Game[Board]):
    """Drop a stone into a column; four in a row wins, a full board is a draw."""

    columns: int = 7
    rows: int = 6

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1 or self.columns * (self.rows + 1) > 64:
            raise OutplyError(
                f"Connect Four on {self.columns} columns and {self.rows} rows does not fit; "
                "columns × (rows + 1) may be 2 to 64."
            )

    @cached_property
    def height(self) -> int:
        """Bits from one column to the next."""
        return self.rows + 1

    @cached_property
    def bottom(self) -> Bits:
        return sum(1 << column * self.height for column in range(self.columns))

    @cached_property
    def full(self) -> Bits:
        return self.bottom * ((1 << self.rows) - 1)

    def initial(self) -> Board:
        return Board(mine=0, both=0)

    def to_move(self, state: Board) -> int:
        return state.both.bit_count() & 1

    def moves(self, state: Board) -> Iterator[int]:
        for column in range(self.columns):
            if state.both & ONE << column * self.height + self.rows - 1 == 0:
                yield column

    def result(self, state: Board, move: int) -> Board:
        theirs = state.both ^ state.mine
        return Board(mine=theirs, both=state.both | state.both + (ONE << move * self.height))

    def is_terminal(self, state: Board) -> bool:
        return self.has_four(state.both ^ state.mine) or state.both == self.full

    def utility(self, state: Board, player: int) -> float:
        if not self.has_four(state.both ^ state.mine):
            return 0.0
        return -1.0 if player == self.to_move(state) else 1.0

    def has_four(self, stones: Bits) -> bool:
        return self._four(stones, 1) or self._four_across(stones)

    def _four_across(self, stones: Bits) -> bool:
        height = self.height
        return (
            self._four(stones, height)
            or self._four(stones, height - 1)
            or self._four(stones, height + 1)
        )

    def _four(self, stones: Bits, step: int) -> bool:
        pairs = stones & stones >> step
        return pairs & pairs >> 2 * step != 0

    def evaluate(self, state: Board, player: int) -> float:
        """How many more lines of four are still possible, and better threats, as a share."""
        theirs = state.both ^ state.mine
        difference = self.open_lines(self.full & ~theirs) - self.open_lines(self.full & ~state.mine)
        mover = self.to_move(state)
        difference += self.promise(state.mine, state.both, mover)
        difference -= self.promise(theirs, state.both, 1 - mover)
        low, high = self.range_left(state)
        value = difference / (abs(difference) + self.all_lines + 1)
        value = min(max(value, low), high)
        return value if player == mover else -value

    def promise(self, stones: Bits, both: Bits, player: int) -> int:
        """What a player's threats are worth, in lines."""
        cells: Bits = self.threats(stones, both)
        lasting: Bits = cells & (self.bottom_up if player == 0 else self.bottom_up << 1)
        return THREAT * cells.bit_count() + LASTING * lasting.bit_count()

    @cached_property
    def bottom_up(self) -> Bits:
        """Every other row from the lowest on: there the first player has the last word.

        If nothing else is left, the second player answers in the same column and so gets every
        second cell of it; a column of odd height favours neither.
        """
        rows = range(0, self.rows, 2) if self.rows % 2 == 0 else ()
        return sum(self.bottom << row for row in rows)

    @cached_property
    def all_lines(self) -> int:
        return self.open_lines(self.full)

    def open_lines(self, cells: Bits) -> int:
        """How many lines of four lie wholly in `cells`."""
        height = self.height
        return (
            self._lines(cells, 1)
            + self._lines(cells, height)
            + self._lines(cells, height - 1)
            + self._lines(cells, height + 1)
        )

    def _lines(self, cells: Bits, step: int) -> int:
        pairs = cells & cells >> step
        return (pairs & pairs >> 2 * step).bit_count()

    # -- what a learned evaluation sees -------------------------------------------------

    cell_values = 4
    stages = 2

    def cells(self, state: Board) -> tuple[int, ...]:
        """Row by row from the bottom: 1 mine, 2 theirs, 3 where a stone may be dropped, or 0."""
        theirs: Bits = state.both ^ state.mine
        playable: Bits = self.playable(state)
        first: Bits = state.mine | playable
        second: Bits = theirs | playable
        return tuple(
            int(first >> place & 1 | (second >> place & 1) << 1) for place in self.cell_places
        )

    def stage(self, state: Board) -> int:
        """Who is to move: rows that suit one player do not suit the other."""
        return self.to_move(state)

    @property
    def cell_grid(self) -> tuple[int, int]:
        return self.rows, self.columns

    @cached_property
    def cell_places(self) -> tuple[int, ...]:
        """The bit of each cell."""
        rows, columns = range(self.rows), range(self.columns)
        return tuple(column * self.height + row for row in rows for column in columns)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The mirror image."""
        rows, columns = range(self.rows), range(self.columns)[::-1]
        return (tuple(row * self.columns + column for row in rows for column in columns),)

    # -- threats ----------------------------------------------------------------------

    def range_left(self, state: Board) -> tuple[float, float]:
        """The bounds if nobody makes four with the next two stones."""
        left = self.plies_left(state)
        return (lost_in(4) if left >= 4 else 0.0), (won_in(3) if left >= 3 else 0.0)

    def order(self, state: Board, move: int) -> float:
        """By how many cells would then make four."""
        stone: Bits = (state.both + (ONE << move * self.height)) & self.column(move)
        return self.threats(state.mine | stone, state.both | stone).bit_count()

    def column(self, column: int) -> Bits:
        """The cells of a column."""
        cells: Bits = (ONE << self.rows) - 1
        return cells << column * self.height

    def threats(self, stones: Bits, both: Bits) -> Bits:
        """The empty cells that would make four of `stones`, playable yet or not."""
        height = self.height
        upright: Bits = (stones << 1) & (stones << 2) & (stones << 3)
        across: Bits = self._gaps(stones, height) | self._gaps(stones, height - 1)
        return (upright | across | self._gaps(stones, height + 1)) & (self.full & ~both)

    def _gaps(self, stones: Bits, step: int) -> Bits:
        """The cells in line with three of `stones`: next to three, or between one and two."""
        pairs: Bits = (stones << step) & (stones << 2 * step)
        found: Bits = pairs & ((stones << 3 * step) | (stones >> step))
        pairs = (stones >> step) & (stones >> 2 * step)
        return found | pairs & ((stones << step) | (stones >> 3 * step))

    # -- text and pictures ------------------------------------------------------------

    def format_move(self, state: Board, move: int) -> str:
        return COLUMN_NAMES[move]

    def parse(self, text: str) -> Board:
        """The columns played, from the first move on: `44455`."""
        state = self.initial()
        for played in text.split():
            for name in played:
                if self.is_terminal(state):
                    raise OutplyError(f"{text!r} goes on after the game was over.")
                state = self.result(state, self.parse_move(state, name))
        return state

    def format(self, state: Board) -> str:
        """Columns played that lead to this position; where several do, the first found."""
        if (columns := self._history(state, set())) is None:
            raise OutplyError("No legal play leads to this position.")
        return "".join(COLUMN_NAMES[column] for column in columns)

    def _history(self, state: Board, dead: set[Board]) -> list[int] | None:
        if not state.both:
            return []
        for column in range(self.columns):
            before = self._taken_back(state, column)
            if before is None or before in dead or self.is_terminal(before):
                continue
            history = self._history(before, dead)
            if history is not None:
                return [*history, column]
        dead.add(state)
        return None

    def _taken_back(self, state: Board, column: int) -> Board | None:
        """The position before the top stone of a column was played, if that was possible."""
        stones = state.both >> column * self.height & (1 << self.height) - 1
        top = (1 << stones.bit_length() - 1) << column * self.height if stones else 0
        theirs = state.both ^ state.mine
        return Board(mine=theirs ^ top, both=state.both ^ top) if theirs & top else None

    def board(self, state: Board) -> BoardView:
        first = state.mine if self.to_move(state) == 0 else state.both ^ state.mine
        rows = tuple(
            tuple(self._piece(first, state.both, column, row) for column in range(self.columns))
            for row in reversed(range(self.rows))
        )
        labels = tuple(COLUMN_NAMES[: self.columns])
        column_mask = (1 << self.height) - 1

        def clicked(move: int) -> Cells:
            filled = (state.both >> move * self.height & column_mask).bit_count()
            return ((self.rows - 1 - filled, move),)

        clicks = clicks_of(self, state, clicked)
        return BoardView(rows, column_labels=labels, clicks=clicks, kind="drop")

    def _piece(self, first: int, both: int, column: int, row: int) -> str:
        cell = 1 << column * self.height + row
        return "" if not both & cell else "X" if first & cell else "O"

    # -- search hints: only engines use what follows -----------------------------------

    def bounds(self, state: Board, player: int) -> tuple[float, float]:
        low, high = self.prospects(state)
        return (low, high) if player == self.to_move(state) else (-high, -low)

    def prospects(self, state: Board) -> tuple[float, float]:
        """The bounds for the player to move: moves are followed as long as there is no choice."""
        low, high = self.range_left(state)
        here, plies = state, 0
        safe: Bits = 0
        while True:
            if self.threats(here.mine, here.both) & self.playable(here):
                return self.ended(plies + 1, plies)
            safe = self.safe(here)
            if safe == 0 and here.both != self.full:
                return self.ended(plies + 2, plies + 1)
            if safe & (safe - 1) or safe == 0:
                break
            here = Board(mine=here.both ^ here.mine, both=here.both | safe)
            plies += 1
        odd = plies & 1
        low = lost_in(plies + 4 - odd) if low < 0.0 else low
        return low, (won_in(plies + 3 + odd) if high > 0.0 else high)

    def ended(self, plies: int, turns: int) -> tuple[float, float]:
        """The bounds if the player to move after `turns` turns makes four, in `plies` plies."""
        value = lost_in(plies) if turns & 1 else won_in(plies)
        return value, value

    def playable(self, state: Board) -> Bits:
        """The cell where a stone would land, in each column."""
        return (state.both + self.bottom) & self.full

    def safe(self, state: Board) -> Bits:
        """The playable cells after which the other side cannot make four at once."""
        dangers: Bits = self.threats(state.both ^ state.mine, state.both)
        playable: Bits = self.playable(state)
        forced: Bits = playable & dangers
        if forced & (forced - 1):
            return 0
        if forced:
            playable = forced
        return playable & ~(dangers >> 1)

    def candidates(self, state: Board) -> Iterator[int]:
        """The safe columns, from the centre outwards."""
        safe: Bits = self.safe(state)
        for column in self.centre_out:
            if safe & self.column(column):
                yield column

    @cached_property
    def centre_out(self) -> tuple[int, ...]:
        return tuple(sorted(range(self.columns), key=lambda c: abs(2 * c - (self.columns - 1))))

    def plies_left(self, state: Board) -> int:
        return self.columns * self.rows - state.both.bit_count()

    def key(self, state: Board) -> Bits:
        """Different for any two boards: the sum marks the first free cell of each column."""
        return state.mine + state.both

    def canonical(self, state: Board) -> Board:
        mine = columns_reversed(state.mine, self.columns, self.height)
        mirrored = Board(mine, columns_reversed(state.both, self.columns, self.height))
        if mirrored.both == state.both:
            return mirrored if mirrored.mine < state.mine else state
        return mirrored if mirrored.both < state.both else state

    def use_symmetry(self, state: Board) -> bool:
        """Later both mirror images are hardly ever met, and to mirror a board takes time."""
        return state.both.bit_count() <= 14

    def pick(self, state: Board, luck: float) -> int:
        free: Bits = self.playable(state)
        return place_of_bit(free, int(luck * free.bit_count())) // self.height
