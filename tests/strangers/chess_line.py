"""Chess on a line of eight squares: a table says which function moves which piece."""
# ruff: noqa: C408

from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from outply import Game


def slide(board, i, me):
    for d in (-1, 1):
        j = i + d
        while 0 <= j < len(board) and board[j] == ".":
            yield j
            j += d
        if 0 <= j < len(board) and board[j].isupper() != me.isupper():
            yield j


def hop(board, i, me):
    for d in (-2, 2):
        j = i + d
        if 0 <= j < len(board) and (board[j] == "." or board[j].isupper() != me.isupper()):
            yield j


def walk(board, i, me):
    for d in (-1, 1):
        j = i + d
        if 0 <= j < len(board) and (board[j] == "." or board[j].isupper() != me.isupper()):
            yield j


MOVERS = {"r": slide, "n": hop, "k": walk}
VALUES = dict(r=5, n=3, k=100)


class Chess1D(NamedTuple):
    board: str
    white: bool = True
    ply: int = 0


@dataclass(frozen=True)
class OneDChess(Game):
    start: str = "KNR..rnk"
    plies: int = 20

    def initial(self):
        return Chess1D(self.start)

    def to_move(self, state):
        return int(not state.white)

    def moves(self, state):
        for i, piece in enumerate(state.board):
            if piece != "." and piece.isupper() == state.white:
                mover = MOVERS[piece.lower()]
                for j in mover(state.board, i, piece):
                    yield i, j

    def result(self, state, move):
        i, j = move
        board = list(state.board)
        board[i], board[j] = ".", board[i]
        return state._replace(board="".join(board), white=not state.white, ply=state.ply + 1)

    def is_terminal(self, state):
        return (
            "k" not in state.board
            or "K" not in state.board
            or state.ply >= self.plies
            or not [*self.moves(state)]
        )

    def utility(self, state, player):
        if "k" not in state.board:
            return 1.0 if player == 0 else -1.0
        if "K" not in state.board:
            return -1.0 if player == 0 else 1.0
        return 0.0

    def evaluate(self, state, player):
        def worth(total, piece):
            if piece == ".":
                return total
            return total + VALUES[piece.lower()] * (1 if piece.isupper() else -1)

        value = reduce(worth, state.board, 0)
        return value / 300 if player == 0 else -value / 300
