"""board: `board` gives rows of 1 and 2 cells at the initial position."""

from _countdown import Countdown

from outply import BoardView


class Broken(Countdown):
    def board(self, state):  # <- here
        return BoardView((("x",), ("x", "")))
