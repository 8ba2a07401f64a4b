"""outcomes: `outcomes` gives 1, not (outcome, probability), at position (4, 1)."""

from _countdown import Countdown

from outply import CHANCE


class Broken(Countdown):
    def to_move(self, state):
        return CHANCE if state.left == 4 else state.player

    def outcomes(self, state):  # <- here
        yield 1
