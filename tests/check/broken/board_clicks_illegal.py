"""board: `board` has clicks for 3, which is not legal, at the initial position."""

from _countdown import Countdown

from outply import BoardView


class Broken(Countdown):
    def board(self, state):  # <- here
        return BoardView((("x", ""),), clicks={3: ((0, 0),)})
