"""board: `board` gives 1 column labels for 2 columns at the initial position."""

from _countdown import Countdown

from outply import BoardView


class Broken(Countdown):
    def board(self, state):  # <- here
        return BoardView((("x", ""),), column_labels=("a",))
