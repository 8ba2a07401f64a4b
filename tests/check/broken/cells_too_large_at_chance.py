"""cells: `cells` gives (9,), not numbers below 2, at position (4, 1)."""

from _countdown import Countdown

from outply import CHANCE


class Broken(Countdown):
    cell_values = 2

    def to_move(self, state):
        return CHANCE if state.left == 4 else state.player

    def outcomes(self, state):
        yield 1, 0.5
        yield 2, 0.5

    def cells(self, state):  # <- here
        return (9,) if state.left == 4 else (0,)
