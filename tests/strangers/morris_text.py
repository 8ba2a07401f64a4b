"""Three men's morris, on a board that is a text."""

import itertools
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple

from outply import Game

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
ADJ = {
    0: (1, 3, 4),
    1: (0, 2, 4),
    2: (1, 4, 5),
    3: (0, 4, 6),
    4: (0, 1, 2, 3, 5, 6, 7, 8),
    5: (2, 4, 8),
    6: (3, 4, 7),
    7: (4, 6, 8),
    8: (4, 5, 7),
}
SWAP = str.maketrans("XO", "OX")


class Morris(NamedTuple):
    board: str = "." * 9
    ply: int = 0


@cache
def has_line(board: str, mark: str) -> bool:
    return any(all(board[i] == mark for i in line) for line in LINES)


def put(board, square, mark):
    return board[:square] + mark + board[square + 1 :]


@dataclass(frozen=True)
class ThreeMensMorris(Game):
    limit: int = 12

    def initial(self):
        return Morris()

    def to_move(self, state):
        return state.ply % 2

    def mark(self, state):
        return "XO"[state.ply % 2]

    def moves(self, state):
        mark = self.mark(state)
        board = state.board
        if board.count(mark) < 3:
            for square in range(9):
                if board[square] == ".":
                    yield (-1, square)
            return
        for source, char in enumerate(board):
            if char == mark:
                for target in ADJ[source]:
                    if board[target] == ".":
                        yield (source, target)

    def result(self, state, move):
        source, target = move
        board = state.board
        mark = self.mark(state)
        write = partial(put, mark=mark)
        board = write(board, target)
        if source >= 0:
            board = put(board, source, ".")
        return Morris(board, state.ply + 1)

    def is_terminal(self, state):
        if state.ply >= self.limit:
            return True
        if has_line(state.board, "X") or has_line(state.board, "O"):
            return True
        for _ in self.moves(state):
            return False
        return True

    def utility(self, state, player):
        marks = "XO"
        if has_line(state.board, marks[player]):
            return 1.0
        if has_line(state.board, marks[1 - player]):
            return -1.0
        return 0.0

    def evaluate(self, state, player):
        def good(board):
            lines = sum([board[i] for i in line].count("X") ** 2 for line in LINES)
            pairs = itertools.combinations(range(9), 2)
            return lines + sum(b in ADJ[a] and board[a] == board[b] == "X" for a, b in pairs)

        mine = state.board if player == 0 else state.board.translate(SWAP)
        return (good(mine) - good(mine.translate(SWAP))) / 100

    def format(self, state):
        b = state.board
        return "\n".join("{} {} {}".format(*b[i : i + 3]) for i in (0, 3, 6))
