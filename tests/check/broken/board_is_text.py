"""board: `board` gives x x x, not a BoardView, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    def board(self, state):  # <- here
        return "x x x"
