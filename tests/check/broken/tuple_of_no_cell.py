"""symmetries: a tuple is (0, 7), not cells below 2, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    cell_values = 6
    tuples = ((0, 1), (0, 7))

    def cells(self, state):  # <- here
        return (state.left, state.player)
