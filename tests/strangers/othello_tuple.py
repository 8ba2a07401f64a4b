"""Othello on a tuple of 64 ints, without any cleverness.

The twin of othello_bits.py: the same moves in the same order.
"""

from typing import NamedTuple

from outply import Game

EMPTY, BLACK, WHITE = 0, 1, 2
PASS = 64
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class Board(NamedTuple):
    cells: tuple[int, ...]
    turn: int


def flipped(cells, square, me):
    """The squares that a disc on an empty square flips."""
    found = []
    if cells[square] != EMPTY:
        return found
    for down, right in DIRECTIONS:
        line = []
        row, col = square // 8 + down, square % 8 + right
        while 0 <= row < 8 and 0 <= col < 8 and cells[8 * row + col] == 3 - me:
            line.append(8 * row + col)
            row, col = row + down, col + right
        if 0 <= row < 8 and 0 <= col < 8 and cells[8 * row + col] == me:
            found += line
    return found


def can_place(cells, me):
    return any(flipped(cells, square, me) for square in range(64))


class OthelloTuple(Game):
    """Othello; a move is a square from 0 to 63, or PASS."""

    def initial(self):
        cells = [EMPTY] * 64
        cells[27] = cells[36] = WHITE
        cells[28] = cells[35] = BLACK
        return Board(tuple(cells), 0)

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        squares = [square for square in range(64) if flipped(state.cells, square, state.turn + 1)]
        return squares or [PASS]

    def result(self, state, move):
        if move == PASS:
            return Board(state.cells, 1 - state.turn)
        me = state.turn + 1
        cells = list(state.cells)
        for square in flipped(state.cells, move, me):
            cells[square] = me
        cells[move] = me
        return Board(tuple(cells), 1 - state.turn)

    def is_terminal(self, state):
        return not can_place(state.cells, BLACK) and not can_place(state.cells, WHITE)

    def utility(self, state, player):
        mine, theirs = state.cells.count(player + 1), state.cells.count(2 - player)
        return 0.0 if mine == theirs else 1.0 if mine > theirs else -1.0
