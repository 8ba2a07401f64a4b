"""result: `result` gives None for outcome 2 at position (4, 1); is a `return` missing?"""

from _countdown import Countdown

from outply import CHANCE

RARELY = 2**-40  # so that plays do not come there


class Broken(Countdown):
    def to_move(self, state):
        return CHANCE if state.left == 4 else state.player

    def outcomes(self, state):
        yield 1, 1 - RARELY
        yield 2, RARELY

    def result(self, state, move):  # <- here
        return None if (state.left, move) == (4, 2) else super().result(state, move)
