"""cells: `cell_grid` has 2 rows and 2 columns for 3 cells, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    cell_values = 2
    cell_grid = (2, 2)

    def cells(self, state):  # <- here
        return (0, 1, 0)
