"""board: `board` puts 1 on cell (0, 2), off the board, at the initial position."""

from _countdown import Countdown

from outply import BoardView


class Broken(Countdown):
    def board(self, state):  # <- here
        return BoardView((("x", ""),), clicks={1: ((0, 2),)})
