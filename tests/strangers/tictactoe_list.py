"""Tic-tac-toe, as short as it gets: the state is a tuple of nine strings."""

from outply import Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(board, piece):
    return any(all(board[i] == piece for i in line) for line in LINES)


class ListTicTacToe(Game):
    def initial(self):
        return (" ",) * 9

    def to_move(self, board):
        return board.count("X") - board.count("O")

    def moves(self, board):
        return [i for i in range(9) if board[i] == " "]

    def result(self, board, move):
        return (*board[:move], "XO"[self.to_move(board)], *board[move + 1 :])

    def is_terminal(self, board):
        return won(board, "X") or won(board, "O") or " " not in board

    def utility(self, board, player):
        return float(won(board, "XO"[player]) - won(board, "OX"[player]))
