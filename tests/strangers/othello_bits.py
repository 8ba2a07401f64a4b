"""Othello on two bitboards, with plain loops over their bits.

The twin of othello_tuple.py: the same moves in the same order.
"""

from typing import NamedTuple

from outply import Game
from outply.game import Bits

ONE: Bits = 1
PASS = 64
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class Board(NamedTuple):
    black: Bits
    white: Bits
    turn: int


def has(bits: Bits, square: int) -> bool:
    return bits >> square & 1 == 1


def flipped(mine: Bits, theirs: Bits, square: int) -> Bits:
    """The discs that a disc on an empty square flips."""
    found: Bits = 0
    if has(mine | theirs, square):
        return found
    for down, right in DIRECTIONS:
        line: Bits = 0
        row, col = square // 8 + down, square % 8 + right
        while 0 <= row < 8 and 0 <= col < 8 and has(theirs, 8 * row + col):
            line |= ONE << (8 * row + col)
            row, col = row + down, col + right
        if 0 <= row < 8 and 0 <= col < 8 and has(mine, 8 * row + col):
            found |= line
    return found


def can_place(mine: Bits, theirs: Bits) -> bool:
    return any(flipped(mine, theirs, square) for square in range(64))


class OthelloBits(Game):
    """Othello; a move is a square from 0 to 63, or PASS."""

    def initial(self):
        return Board(ONE << 28 | ONE << 35, ONE << 27 | ONE << 36, 0)

    def to_move(self, state: Board):
        return state.turn

    def moves(self, state: Board):
        black, white, turn = state
        mine, theirs = (black, white) if turn == 0 else (white, black)
        squares = [square for square in range(64) if flipped(mine, theirs, square)]
        return squares or [PASS]

    def result(self, state: Board, move: int):
        black, white, turn = state
        if move == PASS:
            return Board(black, white, 1 - turn)
        mine, theirs = (black, white) if turn == 0 else (white, black)
        flips: Bits = flipped(mine, theirs, move)
        mine |= flips | ONE << move
        theirs &= ~flips
        return Board(mine, theirs, 1) if turn == 0 else Board(theirs, mine, 0)

    def is_terminal(self, state: Board):
        black, white, _ = state
        return not can_place(black, white) and not can_place(white, black)

    def utility(self, state: Board, player: int):
        black, white = state.black.bit_count(), state.white.bit_count()
        lead = black - white if player == 0 else white - black
        return 0.0 if lead == 0 else 1.0 if lead > 0 else -1.0
