"""Tic-tac-toe as many would write it first: a class that holds a list."""

from outply import Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board:
    def __init__(self, cells):
        self.cells = cells


class PlainLists(Game):
    def __init__(self):
        self.pieces = ["X", "O"]

    def initial(self):
        return Board([None] * 9)

    def to_move(self, state):
        return sum(cell is not None for cell in state.cells) % 2

    def moves(self, state):
        return [cell for cell in range(9) if state.cells[cell] is None]

    def result(self, state, move):
        cells = list(state.cells)
        cells[move] = self.pieces[self.to_move(state)]
        return Board(cells)

    def winner(self, state):
        for line in LINES:
            first, *others = [state.cells[cell] for cell in line]
            if first is not None and all(other == first for other in others):
                return self.pieces.index(first)
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None or None not in state.cells

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == player else -1
