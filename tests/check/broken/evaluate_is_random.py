"""pure: `evaluate` answers differently when asked again at the initial position."""

import random

from _countdown import Countdown

dice = random.Random(1)


class Broken(Countdown):
    def evaluate(self, state, player):  # <- here
        guess = dice.random() if player == 0 else 0.0
        return guess * (state.left == 5)

    zero_sum = False
