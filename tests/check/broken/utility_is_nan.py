"""utility: `utility` gives nan for Player 1, not a finite number, at position (0, 1)."""

import math

from _countdown import Countdown


class Broken(Countdown):
    def utility(self, state, player):  # <- here
        return math.nan
