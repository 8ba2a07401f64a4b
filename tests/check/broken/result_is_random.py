"""pure: `result` answers differently when asked again at the initial position."""

import random

from _countdown import Countdown, Pile


dice = random.Random(1)


class Broken(Countdown):
    def result(self, state, move):  # <- here
        return Pile(max(0, state.left - dice.randint(1, 2**30)), 1 - state.player)
