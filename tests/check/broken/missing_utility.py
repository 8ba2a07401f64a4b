"""define: `Broken` does not define `utility`."""

from outply import Game


class Broken(Game):  # <- here
    def initial(self):
        return 3

    def to_move(self, state):
        return state % 2

    def moves(self, state):
        yield 1

    def result(self, state, move):
        return state - move

    def is_terminal(self, state):
        return state == 0
