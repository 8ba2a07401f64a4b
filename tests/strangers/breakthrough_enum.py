"""Breakthrough on a small board, with an Enum for the squares and rows of rows for the board.

A piece moves one square straight or diagonally forward; it captures diagonally only. The first
player to reach the last row, or to capture all pieces, wins.
"""

from dataclasses import dataclass
from enum import Enum

from outply import Game


class Piece(Enum):
    EMPTY = "."
    WHITE = "w"
    BLACK = "b"

    @property
    def forward(self):
        return -1 if self is Piece.WHITE else 1

    def enemy(self):
        return Piece.BLACK if self is Piece.WHITE else Piece.WHITE


PLAYERS = (Piece.BLACK, Piece.WHITE)


@dataclass(frozen=True)
class State:
    board: tuple[tuple[Piece, ...], ...]
    turn: Piece


@dataclass(frozen=True)
class EnumBreakthrough(Game):
    """Breakthrough; black starts at the top and moves down. Moves are (from, to)."""

    size: int = 6

    def initial(self):
        black = (Piece.BLACK,) * self.size
        empty = (Piece.EMPTY,) * self.size
        white = (Piece.WHITE,) * self.size
        return State((black, black) + (empty,) * (self.size - 4) + (white, white), Piece.BLACK)

    def to_move(self, state):
        return PLAYERS.index(state.turn)

    def moves(self, state):
        found = []
        me = state.turn
        for r, row in enumerate(state.board):
            for c, piece in enumerate(row):
                if piece != me or not 0 <= r + me.forward < self.size:
                    continue
                for dc in (-1, 0, 1):
                    if 0 <= c + dc < self.size:
                        target = state.board[r + me.forward][c + dc]
                        if target == Piece.EMPTY or (dc != 0 and target == me.enemy()):
                            found.append(((r, c), (r + me.forward, c + dc)))
        return found

    def result(self, state, move):
        (r, c), (to_r, to_c) = move
        rows = [list(row) for row in state.board]
        rows[to_r][to_c] = rows[r][c]
        rows[r][c] = Piece.EMPTY
        return State(tuple(tuple(row) for row in rows), state.turn.enemy())

    def has_won(self, state, piece):
        goal = state.board[-1] if piece is Piece.BLACK else state.board[0]
        return piece in goal or all(piece.enemy() not in row for row in state.board)

    def is_terminal(self, state):
        return self.has_won(state, Piece.BLACK) or self.has_won(state, Piece.WHITE)

    def utility(self, state, player):
        return 1.0 if self.has_won(state, PLAYERS[player]) else -1.0
