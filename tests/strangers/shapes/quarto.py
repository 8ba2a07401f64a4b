"""Quarto: pieces as texts of four letters; a player gives or puts a piece."""

from dataclasses import dataclass
from itertools import product

from outply import Game

PIECES = ["".join(p) for p in product("TS", "DL", "RQ", "HF")]  # tall/short, dark/light...


@dataclass(frozen=True)
class Table:
    grid: tuple  # 4 rows of 4, each None or a piece
    in_hand: str | None  # the piece which has to be placed
    turn: int

    @property
    def remaining(self):
        used = {p for row in self.grid for p in row if p is not None}
        return [p for p in PIECES if p not in used and p != self.in_hand]

    @property
    def lines(self):
        rows = [list(r) for r in self.grid]
        cols = [list(c) for c in zip(*self.grid)]
        diag1 = [self.grid[i][i] for i in range(4)]
        diag2 = [self.grid[i][-1 - i] for i in range(4)]
        return rows + cols + [diag1, diag2]


def quarto(line):
    if None in line:
        return False
    common = set(line[0])
    for piece in line[1:]:
        common &= set(piece)
    return len(common) > 0


@dataclass(frozen=True)
class Quarto(Game):
    def initial(self):
        return Table(tuple((None,) * 4 for _ in range(4)), None, 0)

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        if state.in_hand is None:
            return [("give", piece) for piece in state.remaining]
        return [("put", r, c) for r in range(4) for c in range(4) if state.grid[r][c] is None]

    def result(self, state, move):
        match move:
            case ("give", piece):
                return Table(state.grid, piece, 1 - state.turn)
            case ("put", r, c):
                grid = [list(row) for row in state.grid]
                grid[r][c] = state.in_hand
                return Table(tuple(map(tuple, grid)), None, state.turn)

    def has_quarto(self, state):
        return any(quarto(line) for line in state.lines)

    def is_terminal(self, state):
        if self.has_quarto(state):
            return True
        return all(all(cell is not None for cell in row) for row in state.grid)

    def utility(self, state, player):
        if not self.has_quarto(state):
            return 0
        # whoever just put the piece is still on turn
        return 1 if state.turn == player else -1
