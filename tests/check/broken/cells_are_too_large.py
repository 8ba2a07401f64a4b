"""cells: `cells` gives (5,), not numbers below 4, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    cell_values = 4

    def cells(self, state):  # <- here
        return (state.left,)
