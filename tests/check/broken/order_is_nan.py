"""order: `order` gives nan for move 2, not a finite number, at the initial position."""

import math

from _countdown import Countdown


class Broken(Countdown):
    def order(self, state, move):  # <- here
        return math.nan if move == 2 else 0.0
