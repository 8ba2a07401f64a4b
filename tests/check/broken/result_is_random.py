"""pure: `result` answers differently when asked again at the initial position."""

import random

from _countdown import Countdown, Pile


dice = random.Random(1)


class Broken(Countdown):
    def result(self, state, move):  # <- here
        return Pile(dice.randrange(2**30) if state.left else 0, 1 - state.player)
