"""symmetries: a symmetry does not name each of 2 cells once, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    cell_values = 6
    symmetries = ((0, 0),)

    def cells(self, state):  # <- here
        return (state.left, state.player)
