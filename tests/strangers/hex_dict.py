"""Hex on a small board: x connects top and bottom, o connects left and right.

The state is the board alone, a string; whose turn it is follows from the number of pieces.
"""

from dataclasses import dataclass

from outply import Game

NEIGHBOURS = {
    "up": (-1, 0),
    "up right": (-1, 1),
    "left": (0, -1),
    "right": (0, 1),
    "down left": (1, -1),
    "down": (1, 0),
}


def has_chain(board, size, piece, starts, at_goal):
    """Whether a chain of pieces leads from one of the starts to the goal."""
    visited = {}  # from a cell to the cell before it
    stack = []

    def neighbours(cell):
        row, col = divmod(cell, size)
        for down, right in NEIGHBOURS.values():
            if 0 <= row + down < size and 0 <= col + right < size:
                yield (row + down) * size + col + right

    def visit(cell, origin):
        if board[cell] == piece and cell not in visited:
            visited[cell] = origin
            stack.append(cell)

    for start in starts:
        visit(start, None)
    while stack:
        cell = stack.pop()
        if at_goal(cell):
            return True
        for other in neighbours(cell):
            visit(other, cell)
    return False


def is_connected(board, size, piece):
    """Whether a player has joined the two sides."""
    if piece == "x":
        return has_chain(board, size, "x", range(size), lambda cell: cell >= size * (size - 1))
    left = range(0, size * size, size)
    return has_chain(board, size, "o", left, lambda cell: cell % size == size - 1)


@dataclass(frozen=True)
class HexDict(Game):
    """Hex without swapping sides; moves are cells."""

    size: int = 4

    def initial(self):
        return "." * (self.size * self.size)

    def to_move(self, state):
        return (state.count("x") + state.count("o")) % 2

    def moves(self, state):
        return [cell for cell, piece in enumerate(state) if piece == "."]

    def result(self, state, move):
        cells = list(state)
        cells[move] = "xo"[self.to_move(state)]
        return "".join(cells)

    def is_terminal(self, state):
        return is_connected(state, self.size, "x") or is_connected(state, self.size, "o")

    def utility(self, state, player):
        return 1.0 if is_connected(state, self.size, "xo"[player]) else -1.0
