"""result: `result` gives None for move 2 at …; is a `return` missing?"""

from _countdown import Countdown


class Broken(Countdown):
    def result(self, state, move):  # <- here
        state = super().result(state, move)
        return state if move == 1 else None
