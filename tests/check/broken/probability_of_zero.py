"""outcomes: `outcomes` gives 2 the probability 0.0 at position (4, 1); leave out what cannot
happen.
"""

from _countdown import Countdown

from outply import CHANCE


class Broken(Countdown):
    def to_move(self, state):
        return CHANCE if state.left == 4 else state.player

    def outcomes(self, state):  # <- here
        yield 1, 1.0
        yield 2, 0.0
