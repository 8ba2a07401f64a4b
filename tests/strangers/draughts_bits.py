"""English draughts on three bitboards, with plain loops over their bits.

A move is 64 * from + to. A capture of several pieces is several moves of the same player, and
`jumper` is the square of the piece that must go on capturing, or -1. A man that is crowned
stops. The game is a draw after 40 plies without a capture or a move of a man.

The twin of draughts_tuple.py: the same moves in the same order.
"""

from typing import NamedTuple

from outply import Game
from outply.game import Bits

ONE: Bits = 1
DIRECTIONS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
QUIET_PLIES = 40


class Position(NamedTuple):
    black: Bits
    white: Bits
    kings: Bits  # of both sides
    turn: int
    jumper: int
    quiet: int


def has(bits: Bits, square: int) -> bool:
    return bits >> square & 1 == 1


def may_go(state: Position, square: int, down: int) -> bool:
    """Men of black move down the board, men of white move up, kings move both ways."""
    return has(state.kings, square) or (down > 0) == has(state.black, square)


def jumps(state: Position, square: int):
    """Where a piece lands when it captures."""
    enemies = state.white if has(state.black, square) else state.black
    both = state.black | state.white
    row, col = square // 8, square % 8
    found = []
    for down, right in DIRECTIONS:
        to_row, to_col = row + 2 * down, col + 2 * right
        if may_go(state, square, down) and 0 <= to_row < 8 and 0 <= to_col < 8:
            victim = 8 * (row + down) + col + right
            if has(enemies, victim) and not has(both, 8 * to_row + to_col):
                found.append(8 * to_row + to_col)
    return found


def steps(state: Position, square: int):
    """Where a piece can go without capturing."""
    both = state.black | state.white
    row, col = square // 8, square % 8
    found = []
    for down, right in DIRECTIONS:
        to_row, to_col = row + down, col + right
        if may_go(state, square, down) and 0 <= to_row < 8 and 0 <= to_col < 8:
            target = 8 * to_row + to_col
            if not has(both, target):
                found.append(target)
    return found


class DraughtsBits(Game):
    def initial(self):
        black: Bits = 0
        white: Bits = 0
        for square in range(64):
            row, col = square // 8, square % 8
            if (row + col) % 2 == 1 and row < 3:
                black |= ONE << square
            if (row + col) % 2 == 1 and row > 4:
                white |= ONE << square
        return Position(black, white, 0, 0, -1, 0)

    def to_move(self, state: Position):
        return state.turn

    def moves(self, state: Position):
        if state.jumper >= 0:
            return [64 * state.jumper + target for target in jumps(state, state.jumper)]
        mine = state.black if state.turn == 0 else state.white
        captures = []
        others = []
        for square in range(64):
            if has(mine, square):
                captures += [64 * square + target for target in jumps(state, square)]
                if not captures:
                    others += [64 * square + target for target in steps(state, square)]
        return captures or others

    def result(self, state: Position, move: int):
        start, end = move // 64, move % 64
        was_king = has(state.kings, start)
        is_crowned = not was_king and (end >= 56 if state.turn == 0 else end < 8)
        is_capture = abs(start - end) > 9
        kept: Bits = ~(ONE << start)
        if is_capture:
            kept &= ~(ONE << (start + end) // 2)
        black: Bits = state.black & kept
        white: Bits = state.white & kept
        kings: Bits = state.kings & kept
        if state.turn == 0:
            black |= ONE << end
        else:
            white |= ONE << end
        if was_king or is_crowned:
            kings |= ONE << end
        quiet = 0 if is_capture or not was_king else state.quiet + 1
        after = Position(black, white, kings, state.turn, end, quiet)
        if is_capture and not is_crowned and jumps(after, end):
            return after
        return after._replace(turn=1 - state.turn, jumper=-1)

    def is_terminal(self, state: Position):
        return state.quiet >= QUIET_PLIES or not self.moves(state)

    def utility(self, state: Position, player: int):
        if self.moves(state):
            return 0.0
        return -1.0 if player == state.turn else 1.0

    def evaluate(self, state: Position, player: int):
        black = 2 * state.black.bit_count() + (state.black & state.kings).bit_count()
        white = 2 * state.white.bit_count() + (state.white & state.kings).bit_count()
        lead = black - white
        return lead / 40 if player == 0 else -lead / 40
