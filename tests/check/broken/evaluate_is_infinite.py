"""evaluate: `evaluate` gives inf for Player 1, not a finite number, at the initial position."""

import math

from _countdown import Countdown


class Broken(Countdown):
    def evaluate(self, state, player):  # <- here
        return math.inf
