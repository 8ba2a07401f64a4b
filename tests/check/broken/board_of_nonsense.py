"""raises: checking board fails with TypeError: 'int' object is not iterable."""

from _countdown import Countdown

from outply import BoardView


class Broken(Countdown):
    def board(self, state):  # <- here
        return BoardView(rows=5)
