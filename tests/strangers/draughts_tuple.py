"""English draughts on a tuple of 64 ints.

A move is 64 * from + to. A capture of several pieces is several moves of the same player, and
`jumper` is the square of the piece that must go on capturing, or -1. A man that is crowned
stops. The game is a draw after 40 plies without a capture or a move of a man.

The twin of draughts_bits.py: the same moves in the same order.
"""

from typing import NamedTuple

from outply import Game

EMPTY, BLACK_MAN, WHITE_MAN, BLACK_KING, WHITE_KING = 0, 1, 2, 3, 4
DIRECTIONS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
QUIET_PLIES = 40


class Position(NamedTuple):
    cells: tuple[int, ...]
    turn: int
    jumper: int
    quiet: int


def side_of(piece):
    """Who owns a piece, 0 or 1."""
    return (piece - 1) % 2


def may_go(piece, down):
    """Men of black move down the board, men of white move up, kings move both ways."""
    return piece > 2 or (down > 0) == (piece == BLACK_MAN)


def jumps(cells, square):
    """Where a piece lands when it captures."""
    piece = cells[square]
    row, col = square // 8, square % 8
    found = []
    for down, right in DIRECTIONS:
        to_row, to_col = row + 2 * down, col + 2 * right
        if may_go(piece, down) and 0 <= to_row < 8 and 0 <= to_col < 8:
            victim = cells[8 * (row + down) + col + right]
            if victim and side_of(victim) != side_of(piece) and not cells[8 * to_row + to_col]:
                found.append(8 * to_row + to_col)
    return found


def steps(cells, square):
    """Where a piece can go without capturing."""
    piece = cells[square]
    row, col = square // 8, square % 8
    found = []
    for down, right in DIRECTIONS:
        to_row, to_col = row + down, col + right
        if may_go(piece, down) and 0 <= to_row < 8 and 0 <= to_col < 8:
            target = 8 * to_row + to_col
            if cells[target] == EMPTY:
                found.append(target)
    return found


class DraughtsTuple(Game):
    def initial(self):
        cells = [EMPTY] * 64
        for square in range(64):
            row, col = square // 8, square % 8
            if (row + col) % 2 == 1 and row not in (3, 4):
                cells[square] = BLACK_MAN if row < 3 else WHITE_MAN
        return Position(tuple(cells), 0, -1, 0)

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        cells = state.cells
        if state.jumper >= 0:
            return [64 * state.jumper + target for target in jumps(cells, state.jumper)]
        captures = []
        others = []
        for square in range(64):
            if cells[square] and side_of(cells[square]) == state.turn:
                captures += [64 * square + target for target in jumps(cells, square)]
                if not captures:
                    others += [64 * square + target for target in steps(cells, square)]
        return captures or others

    def result(self, state, move):
        start, end = move // 64, move % 64
        cells = list(state.cells)
        piece = cells[start]
        is_crowned = (piece == BLACK_MAN and end >= 56) or (piece == WHITE_MAN and end < 8)
        is_capture = abs(start - end) > 9
        cells[start] = EMPTY
        cells[end] = piece + 2 if is_crowned else piece
        if is_capture:
            cells[(start + end) // 2] = EMPTY
        quiet = 0 if is_capture or piece <= 2 else state.quiet + 1
        board = tuple(cells)
        if is_capture and not is_crowned and jumps(board, end):
            return Position(board, state.turn, end, quiet)
        return Position(board, 1 - state.turn, -1, quiet)

    def is_terminal(self, state):
        return state.quiet >= QUIET_PLIES or not self.moves(state)

    def utility(self, state, player):
        if self.moves(state):
            return 0.0
        return -1.0 if player == state.turn else 1.0

    def evaluate(self, state, player):
        total = 0
        for piece in state.cells:
            if piece:
                worth = 3 if piece > 2 else 2
                total += worth if side_of(piece) == player else -worth
        return total / 40
