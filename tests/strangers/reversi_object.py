"""Reversi on 4x4 squares, with a board that changes."""

import copy
from dataclasses import dataclass
from typing import NamedTuple

from outply import Game


class Board:
    def __init__(self, cells, size):
        self.cells = [list(r) for r in cells]
        self.size = size
        self.flips = 0

    def get(self, x, y):
        return self.cells[y][x]

    def inside(self, x, y):
        return 0 <= x < self.size and 0 <= y < self.size

    def ray(self, x, y, dx, dy, me):
        found = []
        x, y = x + dx, y + dy
        while self.inside(x, y) and self.cells[y][x] == 3 - me:
            found.append((x, y))
            x += dx
            y += dy
        else:
            if not self.inside(x, y) or self.cells[y][x] != me:
                return []
        return found

    def captures(self, x, y, me):
        got = []
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    got += self.ray(x, y, dx, dy, me)
        return got

    def play(self, x, y, me):
        for cx, cy in self.captures(x, y, me):
            self.cells[cy][cx] = me
            self.flips += 1
        self.cells[y][x] = me

    def frozen(self):
        return tuple(tuple(r) for r in self.cells)


class S(NamedTuple):
    cells: tuple
    me: int
    passes: int = 0


@dataclass(frozen=True)
class MiniReversi(Game):
    size: int = 4

    def initial(self):
        n = self.size
        rows = [[0] * n for _ in range(n)]
        m = n // 2
        rows[m - 1][m - 1] = rows[m][m] = 2
        rows[m - 1][m] = rows[m][m - 1] = 1
        return S(tuple(map(tuple, rows)), 1)

    def to_move(self, state):
        return state.me - 1

    def moves(self, state):
        board = Board(state.cells, self.size)
        found = False
        for x in range(self.size):
            for y in range(self.size):
                if board.get(x, y) == 0 and board.captures(x, y, state.me):
                    found = True
                    yield (x, y)
        if not found:
            yield ()

    def result(self, state, move):
        if move == ():
            return S(state.cells, 3 - state.me, state.passes + 1)
        board = Board(state.cells, self.size)
        other = copy.deepcopy(board)
        other.play(move[0], move[1], state.me)
        assert other.flips > 0, "a move must flip something"
        return S(other.frozen(), 3 - state.me)

    def is_terminal(self, state):
        return state.passes >= 2 or all(c for r in state.cells for c in r)

    def utility(self, state, player):
        flat = sum(state.cells, ())
        diff = flat.count(player + 1) - flat.count(2 - player)
        return float((diff > 0) - (diff < 0))
