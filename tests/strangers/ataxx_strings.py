"""Ataxx on a 5 × 5 board of strings. Clone to a neighbour or jump two away; neighbours flip.

A move is a pair of squares, or the word pass.
"""

import copy
from collections import namedtuple

from outply import Game

SIZE = 5
EMPTY = "."
PIECES = "XO"
NEAR = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
FAR = [(dr, dc) for dr in range(-2, 3) for dc in range(-2, 3) if max(abs(dr), abs(dc)) == 2]
DEBUG = False

Position = namedtuple("Position", "board turn passes")


class Ataxx(Game):
    def initial(self):
        board = [[EMPTY] * SIZE for _ in range(SIZE)]
        board[0][0] = board[-1][-1] = "X"
        board[0][-1] = board[-1][0] = "O"
        return Position(tuple("".join(row) for row in board), 0, 0)

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        me = PIECES[state.turn]
        found = []
        for r in range(SIZE):
            for c in range(SIZE):
                if state.board[r][c] != EMPTY:
                    continue
                # cloning: all sources give the same result
                sources = [
                    (r + dr, c + dc) for dr, dc in NEAR if self.at(state, r + dr, c + dc) == me
                ]
                if sources:
                    found.append((sources[0], (r, c)))
                for dr, dc in FAR:
                    if self.at(state, r + dr, c + dc) == me:
                        found.append(((r + dr, c + dc), (r, c)))
        if not found:
            return ["pass"]
        return found

    def at(self, state, r, c):
        if 0 <= r < SIZE and 0 <= c < SIZE:
            return state.board[r][c]
        return None

    def result(self, state, move):
        if isinstance(move, str):
            return Position(state.board, 1 - state.turn, state.passes + 1)
        board = [list(row) for row in state.board]
        board = copy.deepcopy(board)
        (r1, c1), (r2, c2) = move
        me, other = PIECES[state.turn], PIECES[1 - state.turn]
        if max(abs(r1 - r2), abs(c1 - c2)) == 2:
            board[r1][c1] = EMPTY
        board[r2][c2] = me
        for dr, dc in NEAR:
            r, c = r2 + dr, c2 + dc
            if 0 <= r < SIZE and 0 <= c < SIZE and board[r][c] == other:
                board[r][c] = me
        if DEBUG:
            print(f"{me} played {move}")
        return Position(tuple("".join(row) for row in board), 1 - state.turn, 0)

    def count(self, state):
        return {p: sum(row.count(p) for row in state.board) for p in PIECES}

    def is_terminal(self, state):
        n = self.count(state)
        return state.passes == 2 or 0 in n.values() or sum(n.values()) == SIZE * SIZE

    def utility(self, state, player):
        n = self.count(state)
        mine, theirs = n[PIECES[player]], n[PIECES[1 - player]]
        return (mine > theirs) - (mine < theirs)

    def evaluate(self, state, player):
        n = self.count(state)
        return (n[PIECES[player]] - n[PIECES[1 - player]]) / 30
