"""cells: `cells` gives … numbers where it gave 5 before, at position (…)."""

from _countdown import Countdown


class Broken(Countdown):
    cell_values = 2

    def cells(self, state):  # <- here
        return (1,) * state.left
