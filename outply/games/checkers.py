"""Checkers, or English draughts: capture all pieces of the other side, or leave them no move.

Men move one step diagonally forward, kings also backward. Who can capture must, by any capture;
a capture goes on as long as the same piece can capture more. A man that reaches the far row
becomes a king and its turn ends. Who cannot move loses. Black moves first.

The squares have the numbers of the books; a move is written as there, `11-15` or `22x15`, and a
position as in PDN: who is to move, then the pieces of each side, K for a king.

       1   2   3   4       black men move down        B:W21,22,K23:B1,2,3
     5   6   7   8
       9  10  11  12       The plies since the last capture or man's move follow as :H12,
    13  14  15  16         unless there are none.
     ⋮
    29  30  31  32         white men move up
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply.game import Bits, BoardView, Game, OutplyError, mixed
from outply.games.boards import Cells, clicks_of, in_rows

__all__ = ["Checkers", "Pieces"]

# A bitboard in Samuel's layout: bits 8, 17 and 26 are no squares, so that a step down the board is
# always 4 (to the left) or 5 (to the right), and a step over the side ends on no square.
#
#          0     1     2     3
#       4     5     6     7     (8)
#          9    10    11    12
#      13    14    15    16    (17)
#         18    19    20    21
#      22    23    24    25    (26)
#         27    28    29    30
#      31    32    33    34
#
# A move holds where it starts and ends, and the bitboard of what it captures. Two paths with the
# same of these three are the same move:
#
#      bits 0 to 5   bits 6 to 11   bits 12 to 46
#      start         end            captured

ONE: Bits = 1
SQUARES: Bits = 0x7_FBFD_FEFF
TOP: Bits = 0xF
BOTTOM: Bits = 0x7_8000_0000
LAST = 34
STEPS = (4, 5)
END, CAPTURED = 6, 12  # the places of both in a move
PLACE = 63

BLACK, WHITE = 0, 1
COLOURS = "BW"
NAMES = ("Black", "White")
MOST = 12  # pieces of a side
POSITION = r"([BW]):([BW])([K,\d-]*):([BW])([K,\d-]*)(?::H(\d{1,4}))?(?::F\d+)?\.?"
PLACES = tuple(place for place in range(LAST + 1) if SQUARES >> place & 1)
KINGS_BESIDE: Bits = 0xFFF_FFFF  # the kings that fit into a word beside a side's pieces

# The evaluation counts in hundredths of a man.
MAN, KING = 100.0, 135.0
PER_POINT = 2400.0  # more than any lead: that of twelve kings is 2254
TRADES = 0.03  # by which material is worth more with each piece that is gone
TEMPO = 3.0
CENTRAL_MAN, CENTRAL_KING = 4.0, 6.0
GUARD = 8.0
ADVANCE = (0.0, 1.0, 2.0, 3.0, 5.0, 9.0, 16.0)  # of a man, by rows from its own back row


class Pieces(NamedTuple):
    """A position."""

    black: Bits
    white: Bits
    kings: Bits  # of both sides
    mover: int  # 0 is black, 1 is white
    quiet: int  # plies since the last capture or man's move


class MoverView(NamedTuple):
    """A position as the player to move sees it."""

    down: Bits  # own pieces that may move down the board
    up: Bits  # and up
    theirs: Bits
    empty: Bits


@dataclass(frozen=True)
class Checkers(Game[Pieces]):
    """Checkers, or English draughts, on the 8x8 board; black moves first.

    It is a draw once each side has made `quiet_moves` moves in a row without a capture or a man's
    move. The default is that of the World Checkers Draughts Federation (rule 1.32).
    """

    quiet_moves: int = 40

    def __post_init__(self) -> None:
        if type(self.quiet_moves) is not int or not 1 <= self.quiet_moves <= 1000:
            raise OutplyError(f"quiet_moves is {self.quiet_moves!r}; give 1 to 1000.")

    def initial(self) -> Pieces:
        return Pieces(0x1EFF, 0x7_FBC0_0000, 0, BLACK, 0)

    def to_move(self, state: Pieces) -> int:
        return state.mover

    def moves(self, state: Pieces) -> Iterator[int]:
        view = view_of(state)
        if jumpers(view):
            yield from captures(view)
        else:
            yield from steps(view)

    def result(self, state: Pieces, move: int) -> Pieces:
        start: Bits = ONE << (move & PLACE)
        end: Bits = ONE << (move >> END & PLACE)
        captured: Bits = move >> CAPTURED
        black: Bits = state.black & ~captured
        white: Bits = state.white & ~captured
        kings: Bits = state.kings & ~captured
        is_king = kings & start != 0
        if is_king or end & far_row(state.mover):
            kings = kings & ~start | end
        if state.mover == BLACK:
            black = black & ~start | end
        else:
            white = white & ~start | end
        quiet = state.quiet + 1 if is_king and captured == 0 else 0
        return Pieces(black, white, kings, 1 - state.mover, quiet)

    def is_terminal(self, state: Pieces) -> bool:
        return self.ends_early(state) or not has_moves(view_of(state))

    def utility(self, state: Pieces, player: int) -> float:
        if has_moves(view_of(state)):
            return 0.0
        return -1.0 if player == state.mover else 1.0

    # -- knowledge --------------------------------------------------------------------

    def evaluate(self, state: Pieces, player: int) -> float:
        guess = lead(state) / PER_POINT
        return guess if player == BLACK else -guess

    def order(self, state: Pieces, move: int) -> float:
        """What captures most first, then a man that is crowned."""
        captured: Bits = move >> CAPTURED
        worth = 4.0 * captured.bit_count() + 2.0 * (captured & state.kings).bit_count()
        end: Bits = ONE << (move >> END & PLACE)
        is_man = state.kings >> (move & PLACE) & 1 == 0
        return worth + 1.0 if is_man and end & far_row(state.mover) else worth

    def noisy_moves(self, state: Pieces) -> Iterator[int]:
        """Captures."""
        view = view_of(state)
        if jumpers(view):
            yield from captures(view)

    # -- what a learned evaluation sees ------------------------------------------------

    cell_values: ClassVar[int] = 5

    def cells(self, state: Pieces) -> tuple[int, ...]:
        """From the own back row on: 1 an own man, 2 an own king, 3 and 4 the other side's, or 0."""
        mine, theirs = state.black, state.white
        if state.mover == WHITE:
            mine, theirs = theirs, mine
        places = PLACES if state.mover == BLACK else PLACES[::-1]
        return tuple(
            int((mine >> at & 1) + 3 * (theirs >> at & 1) + (state.kings >> at & 1))
            for at in places
        )

    @property
    def cell_grid(self) -> tuple[int, int]:
        return 8, 4

    # -- text and picture -------------------------------------------------------------

    def format(self, state: Pieces) -> str:
        sides = [f"{COLOURS[side]}{listed(state, side)}" for side in (WHITE, BLACK)]
        clock = [f"H{state.quiet}"] if state.quiet else []
        return ":".join([COLOURS[state.mover], *sides, *clock])

    def parse(self, text: str) -> Pieces:
        found = re.fullmatch(POSITION, re.sub(r"\s", "", text).upper())
        if not found or {found[2], found[4]} != set(COLOURS):
            raise OutplyError(
                f"{text!r} is not a position of checkers; write it as in W:W21,22,K23:B1,2,3."
            )
        sides = {found[2]: read(found[3]), found[4]: read(found[5])}
        (black, black_kings), (white, white_kings) = sides["B"], sides["W"]
        mover = COLOURS.index(found[1])
        kings = black_kings | white_kings
        return checked(Pieces(black, white, kings, mover, int(found[6] or 0)))

    def format_move(self, state: Pieces, move: int) -> str:
        """Where it starts and ends; the whole path if another capture starts and ends there."""
        if move >> CAPTURED == 0:
            return f"{number(move & PLACE)}-{number(move >> END & PLACE)}"
        path = path_of(state, move)
        ends = (1 << CAPTURED) - 1
        alike = [each for each in self.moves(state) if each & ends == move & ends]
        return "x".join(map(str, path if len(alike) > 1 else (path[0], path[-1])))

    def parse_move(self, state: Pieces, text: str) -> int:
        """A start, an end and what is needed of the path between: 22x15, 22-15, 26x17x10."""
        moves = [] if self.is_terminal(state) else meant(state, list(self.moves(state)), text)
        if len(moves) > 1:
            written = " or ".join(self.format_move(state, move) for move in moves)
            raise OutplyError(f"{text.strip()!r} can mean {written}; say which.")
        return moves[0] if moves else super().parse_move(state, text)

    def format_ending(self, state: Pieces) -> str:
        if has_moves(view_of(state)):
            return f"{self.quiet_moves} moves of each side without a capture or a man's move"
        mine = state.black if state.mover == BLACK else state.white
        return "no move left" if mine else "no piece left"

    def format_player(self, player: int) -> str:
        return NAMES[player]

    def board(self, state: Pieces) -> BoardView:
        """White's side is below, rows are called by the number of their first square.

        A move is a click on each square of its path.
        """
        cells = [""] * 64
        for place in PLACES:
            row, column = cell(place)
            cells[8 * row + column] = piece_on(state, place)

        def clicked(move: int) -> Cells:
            return tuple(cell(place_of(square)) for square in path_of(state, move))

        return BoardView(
            rows=in_rows(cells, 8),
            row_labels=tuple(str(first) for first in range(1, 33, 4)),
            clicks=clicks_of(self, state, clicked),
            kind="checkers",
        )

    # -- search hints: only engines use what follows -----------------------------------

    margin: ClassVar[float] = MAN / PER_POINT

    def key(self, state: Pieces) -> Bits:
        """Of all but the quiet plies: a position that comes back has the key that it had."""
        low: Bits = state.kings & KINGS_BESIDE
        high: Bits = state.kings >> 28
        mover: Bits = state.mover
        return mixed((state.black | low << 35, state.white | high << 35 | mover << 42))

    def ends_early(self, state: Pieces) -> bool:
        return state.quiet >= 2 * self.quiet_moves

    def reversible_plies(self, state: Pieces) -> int:
        return state.quiet

    def reducible(self, state: Pieces, move: int) -> bool:
        return move >> CAPTURED == 0


# -- moves ----------------------------------------------------------------------------


def view_of(state: Pieces) -> MoverView:
    empty: Bits = SQUARES & ~(state.black | state.white)
    if state.mover == BLACK:
        return MoverView(state.black, state.black & state.kings, state.white, empty)
    return MoverView(state.white & state.kings, state.white, state.black, empty)


def far_row(player: int) -> Bits:
    """Where a player's men become kings."""
    return BOTTOM if player == BLACK else TOP


def jumpers(view: MoverView) -> Bits:
    """The pieces that can capture."""
    left: Bits = view.down & (view.theirs >> 4) & (view.empty >> 8)
    right: Bits = view.down & (view.theirs >> 5) & (view.empty >> 10)
    up_right: Bits = view.up & (view.theirs << 4) & (view.empty << 8)
    up_left: Bits = view.up & (view.theirs << 5) & (view.empty << 10)
    return left | right | up_right | up_left


def has_moves(view: MoverView) -> bool:
    down: Bits = (view.down << 4) | (view.down << 5)
    up: Bits = (view.up >> 4) | (view.up >> 5)
    return (down | up) & view.empty != 0 or jumpers(view) != 0


def steps(view: MoverView) -> Iterator[int]:
    """The moves that capture nothing."""
    for step in STEPS:
        ends: Bits = (view.down << step) & view.empty
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            yield end - step | end << END
    for step in STEPS:
        goals: Bits = (view.up >> step) & view.empty
        while goals:
            goal = lowest(goals)
            goals &= goals - 1
            yield goal + step | goal << END


def captures(view: MoverView) -> Iterator[int]:
    pieces: Bits = jumpers(view)
    while pieces:
        start = lowest(pieces)
        pieces &= pieces - 1
        turns = [start | start << END]
        at = 0
        while at < len(turns):
            turn = turns[at]
            at += 1
            is_whole = True
            for longer in with_next_jump(view, turn):
                is_whole = False
                if longer not in turns:  # two ways around a ring
                    turns.append(longer)
            if is_whole:
                yield turn


def with_next_jump(view: MoverView, turn: int) -> Iterator[int]:
    """A turn so far with one more jump, for each jump that is possible.

    A man stays a man until its turn is over.
    """
    start, end = turn & PLACE, turn >> END & PLACE
    captured: Bits = turn >> CAPTURED
    theirs: Bits = view.theirs & ~captured
    empty: Bits = view.empty | ONE << start
    if view.down >> start & 1:
        for step in STEPS:
            if (theirs >> end + step) & (empty >> end + 2 * step) & 1:
                yield turn + (2 * step << END) + (1 << CAPTURED + end + step)
    if view.up >> start & 1:
        for step in STEPS:
            if end >= 2 * step and (theirs >> end - step) & (empty >> end - 2 * step) & 1:
                yield turn - (2 * step << END) + (1 << CAPTURED + end - step)


def lowest(bits: Bits) -> int:
    return (bits & -bits).bit_length() - 1


# -- evaluation -----------------------------------------------------------------------


def turned(bits: Bits) -> Bits:
    """A bitboard turned by half a turn: as the other side sees it."""
    return sum(1 << LAST - place for place in PLACES if bits >> place & 1)


ROWS: tuple[Bits, ...] = tuple(
    sum(1 << PLACES[4 * row + at] for at in range(4)) for row in range(8)
)
"""From the top."""
CENTRE: Bits = sum(1 << PLACES[square - 1] for square in (10, 11, 14, 15, 18, 19, 22, 23))
GUARDS: tuple[Bits, ...] = (0b101, turned(0b101))
"""The squares of the back row, by player, from where two men keep others from becoming kings."""


def lead(state: Pieces) -> float:
    """How far black is ahead; exactly the opposite with sides exchanged."""
    black = material(state.black, state.kings)
    white = material(state.white, state.kings)
    pieces = (state.black | state.white).bit_count()
    points = (black - white) * (1.0 + TRADES * (2 * MOST - pieces))
    points += placement(state, state.black, BLACK) - placement(state, state.white, WHITE)
    return points + TEMPO if state.mover == BLACK else points - TEMPO


def material(side: Bits, kings: Bits) -> float:
    return MAN * (side & ~kings).bit_count() + KING * (side & kings).bit_count()


def placement(state: Pieces, side: Bits, player: int) -> float:
    """What the squares of a side's pieces are worth."""
    men: Bits = side & ~state.kings
    kings: Bits = side & state.kings
    points = CENTRAL_MAN * (men & CENTRE).bit_count() + CENTRAL_KING * (kings & CENTRE).bit_count()
    points += GUARD * (men & GUARDS[player]).bit_count()
    for row in range(1, 7):
        ahead = row if player == BLACK else 7 - row
        points += ADVANCE[ahead] * (men & ROWS[row]).bit_count()
    return points


# -- squares and text -----------------------------------------------------------------


def number(place: int) -> int:
    """The number of the square that a bit stands for, 1 to 32."""
    return place - place // 9 + 1


def place_of(square: int) -> int:
    """The bit of the square with a number."""
    return PLACES[square - 1]


def cell(place: int) -> tuple[int, int]:
    """Where a square is in the picture."""
    row, column = divmod(number(place) - 1, 4)
    return row, 2 * column + 1 - row % 2


def piece_on(state: Pieces, place: int) -> str:
    """X is black, O is white; a king is two pieces on top of each other."""
    piece = "X" if state.black >> place & 1 else "O" if state.white >> place & 1 else ""
    return 2 * piece if state.kings >> place & 1 else piece


def listed(state: Pieces, player: int) -> str:
    """The squares of a side, K before those of its kings."""
    side = state.white if player else state.black
    return ",".join(
        f"{'K' if state.kings >> place & 1 else ''}{number(place)}"
        for place in PLACES
        if side >> place & 1
    )


def read(text: str) -> tuple[int, int]:
    """The pieces of a side, and which of them are kings, from squares and ranges of squares."""
    side = kings = 0
    for item in filter(None, text.split(",")):
        found = re.fullmatch(r"(K?)(\d+)(?:-K?(\d+))?", item)
        first = int(found[2]) if found else 0
        last = int(found[3] or first) if found else 0
        if not found or not 1 <= first <= last <= len(PLACES):
            raise OutplyError(f"{item!r} is not a square; squares are 1 to 32, with K for a king.")
        for square in range(first, last + 1):
            piece = 1 << place_of(square)
            if side & piece:
                raise OutplyError(f"Square {square} is there twice.")
            side |= piece
            kings |= piece if found[1] else 0
    return side, kings


def checked(state: Pieces) -> Pieces:
    """The position, if it can be."""
    if state.black & state.white:
        square = number(lowest(state.black & state.white))
        raise OutplyError(f"Square {square} has a black and a white piece.")
    for player, side in enumerate((state.black, state.white)):
        if side.bit_count() > MOST:
            raise OutplyError(f"{NAMES[player]} has {side.bit_count()} pieces; at most 12 can be.")
        men = side & ~state.kings & far_row(player)
        if men:
            square = number(lowest(men))
            raise OutplyError(f"A man on {square} is a king of {NAMES[player]}; write K{square}.")
    return state


def path_of(state: Pieces, move: int) -> tuple[int, ...]:
    """The squares that a move touches, by number; where several paths are the same move, one."""
    return next(paths(state, move))


def paths(state: Pieces, move: int) -> Iterator[tuple[int, ...]]:
    """All paths of a move."""
    start = move & PLACE
    if move >> CAPTURED == 0:
        yield number(start), number(move >> END & PLACE)
    else:
        yield from paths_on(view_of(state), start | start << END, move)


def paths_on(view: MoverView, turn: int, move: int) -> Iterator[tuple[int, ...]]:
    """The squares of a move from a turn so far on."""
    here = number(turn >> END & PLACE)
    if turn == move:
        yield (here,)
    for longer in with_next_jump(view, turn):
        if longer >> CAPTURED & ~(move >> CAPTURED) == 0:
            for rest in paths_on(view, longer, move):
                yield here, *rest


def meant(state: Pieces, moves: list[int], text: str) -> list[int]:
    """The moves that a text may stand for; of a path, squares in between may be left out.

    A text that is a whole path means that: there may be a ring before the same end.
    """
    if not re.fullmatch(r"\s*\d+(\s*[-x×:,]?\s*\d+)+\s*", text, re.IGNORECASE):
        return []
    squares = [int(square) for square in re.findall(r"\d+", text)]
    ways = [(move, path) for move in moves for path in paths(state, move)]
    exact = [move for move, path in ways if list(path) == squares]
    return exact or list(dict.fromkeys(move for move, path in ways if fits(squares, path)))


def fits(squares: list[int], path: tuple[int, ...]) -> bool:
    """Whether squares are the ends of a path and some in between, in their order."""
    rest = iter(path)
    ends = (path[0], path[-1])
    return (squares[0], squares[-1]) == ends and all(square in rest for square in squares)
