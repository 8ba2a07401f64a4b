"""zero-sum: `utility` gives the players 1.0 and 1.0, which do not sum to zero, at position (0,
1); mind the player's side, or set zero_sum = False.
"""

from _countdown import Countdown


class Broken(Countdown):
    def utility(self, state, player):  # <- here
        return 1.0
