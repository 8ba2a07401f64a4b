"""zero-sum: `evaluate` gives the players 0.5 and 0.5, which do not sum to zero, at the initial
position; mind the player's side, or set zero_sum = False.
"""

from _countdown import Countdown


class Broken(Countdown):
    def evaluate(self, state, player):  # <- here
        return 0.5
