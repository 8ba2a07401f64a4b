"""English draughts on a string of 64 characters.

The men are b and w, the kings are B and W. Black starts and moves down the board. A move is
the tuple of all squares that a piece visits. Captures are mandatory, a man that is crowned
stops there, and the game is a draw after 40 plies without a capture or a move of a man.
"""

from dataclasses import dataclass
from itertools import pairwise

from outply import Game

ROWS = [
    ".b.b.b.b",
    "b.b.b.b.",
    ".b.b.b.b",
    "........",
    "........",
    "w.w.w.w.",
    ".w.w.w.w",
    "w.w.w.w.",
]
SIDES = "bw"


def put(board, square, piece):
    return board[:square] + piece + board[square + 1 :]


def on_board(row, col):
    return 0 <= row < 8 and 0 <= col < 8


def directions(piece):
    if piece == "b":
        return [(1, -1), (1, 1)]
    if piece == "w":
        return [(-1, -1), (-1, 1)]
    return [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def is_enemy(piece, other):
    return other != "." and other.lower() != piece.lower()


def is_crowned(piece, square):
    return (piece == "b" and square >= 56) or (piece == "w" and square < 8)


def steps(board, square, piece):
    """Moves to a neighbouring square."""
    row, col = divmod(square, 8)
    found = []
    for down, right in directions(piece):
        if on_board(row + down, col + right):
            target = (row + down) * 8 + col + right
            if board[target] == ".":
                found.append((square, target))
    return found


def jumps(board, square, piece, path):
    """All ways to jump on from a square, as longer and longer paths."""
    row, col = divmod(square, 8)
    found = []
    for down, right in directions(piece):
        if not on_board(row + 2 * down, col + 2 * right):
            continue
        over = (row + down) * 8 + col + right
        target = (row + 2 * down) * 8 + col + 2 * right
        if is_enemy(piece, board[over]) and board[target] == ".":
            longer = (*path, target)
            more = []
            if not is_crowned(piece, target):
                more = jumps(put(board, over, "."), target, piece, longer)
            found += more or [longer]
    return found


@dataclass(frozen=True)
class TextDraughts(Game):
    """English draughts; the state is (board, turn, quiet plies)."""

    quiet_plies: int = 40

    def initial(self):
        return ("".join(ROWS), 0, 0)

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        board, turn, _ = state
        mine = [square for square in range(64) if board[square].lower() == SIDES[turn]]
        captures = []
        for square in mine:
            piece = board[square]
            captures.extend(jumps(put(board, square, "."), square, piece, (square,)))
        if captures:
            return captures
        return [move for square in mine for move in steps(board, square, board[square])]

    def result(self, state, move):
        board, turn, quiet = state
        start, end = move[0], move[-1]
        piece = board[start]
        quiet = 0 if piece.islower() else quiet + 1
        board = put(board, start, ".")
        for a, b in pairwise(move):
            if abs(a - b) > 9:
                board = put(board, (a + b) // 2, ".")
                quiet = 0
        if is_crowned(piece, end):
            piece = piece.upper()
        return (put(board, end, piece), 1 - turn, quiet)

    def is_terminal(self, state):
        return state[2] >= self.quiet_plies or not self.moves(state)

    def utility(self, state, player):
        if self.moves(state):
            return 0.0
        return -1.0 if player == state[1] else 1.0

    def evaluate(self, state, player):
        board = state[0]
        black = board.count("b") + 1.5 * board.count("B")
        white = board.count("w") + 1.5 * board.count("W")
        balance = (black - white) / 20
        return balance if player == 0 else -balance
