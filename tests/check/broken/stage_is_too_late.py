"""stage: `stage` gives 5, not a number below 3, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    cell_values = 2
    stages = 3

    def cells(self, state):
        return (state.left % 2,)

    def stage(self, state):  # <- here
        return state.left
