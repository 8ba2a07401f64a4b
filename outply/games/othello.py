"""Othello: outflank the other side's discs to turn them; most discs at the end win.

Utility is the final disc difference with the empty squares counted for the winner, as
Othello players write a score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply.game import Bits, BoardView, Game, OutplyError, place_of_bit
from outply.games.boards import cell_name, clicks_of, in_rows

__all__ = ["PASS", "Discs", "Othello"]

# One bit a square; a move is the square's number:
#
#        a   b   c   d   e   f   g   h
#    1   0   1   2   3   4   5   6   7
#    2   8   9  10  11  12  13  14  15
#    ⋮
#    8  56  57  58  59  60  61  62  63
#
# One step east is 1, south-west 7, south 8, south-east 9. A line that wraps around the
# side of the board would pass over column a or h, so the discs that lines pass over are
# taken from the inner columns alone; only north-south lines may pass over all.

PASS = 64
ONE: Bits = 1
FULL: Bits = 0xFFFF_FFFF_FFFF_FFFF
INNER: Bits = 0x7E7E_7E7E_7E7E_7E7E  # columns b to g
NOT_A: Bits = 0xFEFE_FEFE_FEFE_FEFE
NOT_H: Bits = 0x7F7F_7F7F_7F7F_7F7F
CORNERS: Bits = 0x8100_0000_0000_0081
X_SQUARES: Bits = 0x0042_0000_0000_4200  # diagonally next to a corner
C_SQUARES: Bits = 0x4281_0000_0000_8142  # next to a corner along the edge
LEFT: Bits = 0x0101_0101_0101_0101  # column a
SIDES: Bits = 0x8181_8181_8181_8181  # columns a and h
ENDS: Bits = 0xFF00_0000_0000_00FF  # rows 1 and 8
QUARTER: Bits = 0x0000_0000_0F0F_0F0F
PLAIN: Bits = FULL ^ CORNERS ^ X_SQUARES ^ C_SQUARES

LATE = 12  # with fewer squares left, discs count
OPENING = 20  # discs; with more, symmetric positions hardly occur in one search
BLACK, WHITE, EMPTY = "X", "O", "-"


class Discs(NamedTuple):
    """A position, seen from the player to move."""

    mine: Bits
    theirs: Bits
    mover: int  # 0 is black, 1 is white


@dataclass(frozen=True)
class Othello(Game[Discs]):
    """Othello, or Reversi, on the 8x8 board; black moves first."""

    utility_range: ClassVar[tuple[float, float]] = (-64.0, 64.0)
    tail_plies: ClassVar[int] = 6
    cell_values: ClassVar[int] = 3
    stages: ClassVar[int] = 4

    def initial(self) -> Discs:
        return Discs(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, 0)

    def to_move(self, state: Discs) -> int:
        return state.mover

    def moves(self, state: Discs) -> Iterator[int]:
        legal: Bits = placements(state.mine, state.theirs)
        if legal == 0 and placements(state.theirs, state.mine) != 0:
            yield PASS
        while legal:
            squares: Bits = best_of(legal)
            square: Bits = squares & -squares
            yield square.bit_length() - 1
            legal ^= square

    def result(self, state: Discs, move: int) -> Discs:
        if move == PASS:
            return Discs(state.theirs, state.mine, 1 - state.mover)
        disc: Bits = ONE << move
        turned: Bits = flips(state.mine, state.theirs, disc)
        return Discs(state.theirs ^ turned, state.mine | turned | disc, 1 - state.mover)

    def is_terminal(self, state: Discs) -> bool:
        if state.mine | state.theirs == FULL:
            return True
        if placements(state.mine, state.theirs) != 0:
            return False
        return placements(state.theirs, state.mine) == 0

    def utility(self, state: Discs, player: int) -> float:
        mine = state.mine.bit_count()
        theirs = state.theirs.bit_count()
        lead = mine - theirs
        if lead > 0:
            lead = 64 - 2 * theirs
        elif lead < 0:
            lead = 2 * mine - 64
        return float(lead if player == state.mover else -lead)

    def evaluate(self, state: Discs, player: int) -> float:
        lead = prospects(state.mine, state.theirs) - prospects(state.theirs, state.mine)
        discs = state.mine.bit_count() - state.theirs.bit_count()
        lead += discs * self.disc_weight(state)
        low, high = self.bounds(state, state.mover)
        guess = min(max(64.0 * lead / (64.0 + abs(lead)), low), high)
        return guess if player == state.mover else -guess

    def disc_weight(self, state: Discs) -> float:
        """Discs come and go; only near the end do they start to count."""
        left = 64 - (state.mine | state.theirs).bit_count()
        return max(0, LATE - left) / LATE

    def order(self, state: Discs, move: int) -> float:
        """Fewest replies first, now and later on; corners, odd quarters and X-squares count."""
        after = self.result(state, move)
        replies: Bits = placements(after.mine, after.theirs)
        empty: Bits = FULL ^ (after.mine | after.theirs)
        later: Bits = neighbours(after.theirs) & empty
        worth = -1.0 * (replies.bit_count() + (replies & CORNERS).bit_count())
        worth -= 0.25 * later.bit_count()
        if move == PASS:
            return worth
        square: Bits = ONE << move
        if square & X_SQUARES:
            worth -= 0.5
        return worth + 0.5 if square & odd_quarters(empty | square) else worth

    # -- what a learned evaluation sees ------------------------------------------------

    def cells(self, state: Discs) -> tuple[int, ...]:
        """From A1 to H8: 1 mine, 2 theirs, or 0."""
        mine, theirs = state.mine, state.theirs
        return tuple(int(mine >> at & 1 | (theirs >> at & 1) << 1) for at in range(64))

    def stage(self, state: Discs) -> int:
        """The quarter of the game: the same discs are worth something else in each."""
        return min((state.mine | state.theirs).bit_count() - 4, 59) // 15

    @property
    def cell_grid(self) -> tuple[int, int]:
        return 8, 8

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The columns reversed; rows and columns exchanged: all eight follow from these."""
        places = [(row, column) for row in range(8) for column in range(8)]
        mirrored = tuple(8 * row + 7 - column for row, column in places)
        return mirrored, tuple(8 * column + row for row, column in places)

    @property
    def tuples(self) -> tuple[tuple[int, ...], ...]:
        """The patterns of Logistello: lines, diagonals, corners, edges with their X-squares.

        Source: M. Buro, "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function
        for Othello" (1997).
        """
        lines = [tuple(range(8 * row, 8 * row + 8)) for row in range(4)]
        diagonals = [tuple(range(first, 8 * first + 1, 7)) for first in range(3, 8)]
        corner = (0, 1, 2, 8, 9, 10, 16, 17, 18)
        return (*lines, *diagonals, corner, (*range(8), 9, 14))

    # -- text and picture -------------------------------------------------------------

    def format(self, state: Discs) -> str:
        return "".join(letters(state)) + " " + (WHITE if state.mover else BLACK)

    def parse(self, text: str) -> Discs:
        squares, _, side = text.strip().partition(" ")
        if len(squares) != 64:
            raise OutplyError(f"An Othello position has 64 squares, A1 to H8, not {len(squares)}.")
        for letter in squares:
            if letter not in (BLACK, WHITE, EMPTY):
                raise OutplyError(f"{letter!r} is not X (black), O (white) or - (empty).")
        if side not in (BLACK, WHITE):
            raise OutplyError(
                f"After the 64 squares comes a space and X or O to move, not {side!r}."
            )
        black = sum(1 << square for square in range(64) if squares[square] == BLACK)
        white = sum(1 << square for square in range(64) if squares[square] == WHITE)
        return Discs(black, white, 0) if side == BLACK else Discs(white, black, 1)

    def format_move(self, state: Discs, move: int) -> str:
        return "pass" if move == PASS else cell_name(move % 8, move // 8)

    def parse_move(self, state: Discs, text: str) -> int:
        return super().parse_move(state, "pass" if text.strip().lower() == "ps" else text)

    def board(self, state: Discs) -> BoardView:
        cells = ["" if letter == EMPTY else letter for letter in letters(state)]
        return BoardView(
            rows=in_rows(cells, 8),
            column_labels=tuple("abcdefgh"),
            row_labels=tuple("12345678"),
            clicks=clicks_of(self, state, lambda move: () if move == PASS else (divmod(move, 8),)),
        )

    # -- search hints: only engines use what follows -----------------------------------

    def bounds(self, state: Discs, player: int) -> tuple[float, float]:
        """Discs that cannot turn again are sure to be counted in the end."""
        mine, theirs = 2.0 * anchored(state.mine), 2.0 * anchored(state.theirs)
        low, high = mine - 64.0, 64.0 - theirs
        return (low, high) if player == state.mover else (-high, -low)

    def candidates(self, state: Discs) -> Iterator[int]:
        """The moves, those into an odd number of empty squares first.

        Who fills a region last gains by it, and that is who plays first into an odd one.
        """
        empty: Bits = FULL ^ (state.mine | state.theirs)
        if empty == 0:
            return
        legal: Bits = placements(state.mine, state.theirs)
        if legal == 0 and placements(state.theirs, state.mine) != 0:
            yield PASS
        odd: Bits = odd_quarters(empty)
        while legal:
            squares: Bits = best_of(legal & odd if legal & odd else legal)
            square: Bits = squares & -squares
            yield square.bit_length() - 1
            legal ^= square

    def plies_left(self, state: Discs) -> int:
        return (FULL ^ (state.mine | state.theirs)).bit_count()

    def canonical(self, state: Discs) -> Discs:
        """The least of the eight symmetric positions."""
        least = state
        image = state
        for _ in range(4):
            image = Discs(transposed(image.mine), transposed(image.theirs), image.mover)
            least = lesser(least, image)
            image = Discs(mirrored(image.mine), mirrored(image.theirs), image.mover)
            least = lesser(least, image)
        return least

    def use_symmetry(self, state: Discs) -> bool:
        """In the opening; later, symmetric positions are hardly ever met."""
        return (state.mine | state.theirs).bit_count() <= OPENING

    def pick(self, state: Discs, luck: float) -> int:
        legal: Bits = placements(state.mine, state.theirs)
        if legal == 0:
            return PASS
        return place_of_bit(legal, int(luck * legal.bit_count()))


def letters(state: Discs) -> list[str]:
    """The squares from A1 to H8."""
    black, white = state.mine, state.theirs
    if state.mover == 1:
        black, white = white, black
    return [
        BLACK if black >> square & 1 else WHITE if white >> square & 1 else EMPTY
        for square in range(64)
    ]


def best_of(legal: Bits) -> Bits:
    """The corners among some squares, or else those not next to a corner, or else all."""
    if legal & CORNERS:
        return legal & CORNERS
    if legal & PLAIN:
        return legal & PLAIN
    return legal


def anchored(discs: Bits) -> int:
    """How many discs form unbroken rows along an edge from a corner: none of them can turn."""
    corners: Bits = discs & CORNERS
    if corners == 0:
        return 0
    sides: Bits = discs & SIDES
    ends: Bits = discs & ENDS
    upright: Bits = runs_up(corners, sides, 8) | runs_down(corners, sides, 8)
    across: Bits = runs_up(corners & LEFT, ends, 1) | runs_down(corners & ~LEFT, ends, 1)
    return (corners | upright | across).bit_count()


def odd_quarters(empty: Bits) -> Bits:
    """The quarters of the board that have an odd number of empty squares."""
    odd: Bits = 0
    for shift in (0, 4, 32, 36):
        quarter: Bits = QUARTER << shift
        if (empty & quarter).bit_count() & 1:
            odd |= quarter
    return odd


# -- lines of discs -------------------------------------------------------------------


def runs_up(start: Bits, over: Bits, step: int) -> Bits:
    """The squares of `over` in unbroken lines from `start` towards higher numbers."""
    run: Bits = over & (start << step)
    run |= over & (run << step)
    pairs: Bits = over & (over << step)
    run |= pairs & (run << (2 * step))
    run |= pairs & (run << (2 * step))
    return run


def runs_down(start: Bits, over: Bits, step: int) -> Bits:
    """The squares of `over` in unbroken lines from `start` towards lower numbers."""
    run: Bits = over & (start >> step)
    run |= over & (run >> step)
    pairs: Bits = over & (over >> step)
    run |= pairs & (run >> (2 * step))
    run |= pairs & (run >> (2 * step))
    return run


def ends(mine: Bits, over: Bits, step: int) -> Bits:
    """The squares one step beyond the lines over `over` that start at `mine`."""
    return (runs_up(mine, over, step) << step) | (runs_down(mine, over, step) >> step)


def placements(mine: Bits, theirs: Bits) -> Bits:
    """The empty squares where `mine` may place a disc."""
    inner: Bits = theirs & INNER
    beyond: Bits = ends(mine, inner, 1) | ends(mine, inner, 7) | ends(mine, inner, 9)
    return (beyond | ends(mine, theirs, 8)) & (FULL ^ (mine | theirs))


def flanked(mine: Bits, over: Bits, disc: Bits, step: int) -> Bits:
    """The squares of `over` in lines between `disc` and `mine`, both ways along `step`."""
    taken: Bits = 0
    up: Bits = runs_up(disc, over, step)
    if (up << step) & mine:
        taken |= up
    down: Bits = runs_down(disc, over, step)
    if (down >> step) & mine:
        taken |= down
    return taken


def flips(mine: Bits, theirs: Bits, disc: Bits) -> Bits:
    """The discs that turn when `mine` places `disc`."""
    inner: Bits = theirs & INNER
    sideways: Bits = flanked(mine, inner, disc, 1) | flanked(mine, theirs, disc, 8)
    return sideways | flanked(mine, inner, disc, 7) | flanked(mine, inner, disc, 9)


# -- evaluation -----------------------------------------------------------------------


def neighbours(squares: Bits) -> Bits:
    """The squares within one king's step of `squares`."""
    wide: Bits = squares | ((squares & NOT_H) << 1) | ((squares & NOT_A) >> 1)
    return (wide | (wide << 8) | (wide >> 8)) & FULL


def prospects(mine: Bits, theirs: Bits) -> float:
    """What one side has, in discs at the end of the game, as a rule of thumb."""
    empty: Bits = FULL ^ (mine | theirs)
    legal: Bits = placements(mine, theirs)
    later: Bits = neighbours(theirs) & empty
    risky: Bits = neighbours(empty & CORNERS) & mine
    return (
        1.0 * legal.bit_count()
        + 4.0 * (legal & CORNERS).bit_count()
        + 0.5 * later.bit_count()
        + 10.0 * (mine & CORNERS).bit_count()
        - 5.0 * (risky & X_SQUARES).bit_count()
        - 1.0 * (risky & C_SQUARES).bit_count()
    )


# -- symmetry -------------------------------------------------------------------------


def swapped(board: Bits, mask: Bits, distance: int) -> Bits:
    """The board with each square of `mask` exchanged for the one `distance` further on."""
    change: Bits = (board ^ (board >> distance)) & mask
    return board ^ change ^ (change << distance)


def mirrored(board: Bits) -> Bits:
    """The board with its columns reversed."""
    board = swapped(board, 0x5555_5555_5555_5555, 1)
    board = swapped(board, 0x3333_3333_3333_3333, 2)
    return swapped(board, 0x0F0F_0F0F_0F0F_0F0F, 4)


def transposed(board: Bits) -> Bits:
    """The board with rows and columns exchanged."""
    board = swapped(board, 0x00AA_00AA_00AA_00AA, 7)
    board = swapped(board, 0x0000_CCCC_0000_CCCC, 14)
    return swapped(board, 0x0000_0000_F0F0_F0F0, 28)


def lesser(one: Discs, other: Discs) -> Discs:
    if one.mine == other.mine:
        return one if one.theirs < other.theirs else other
    return one if one.mine < other.mine else other
