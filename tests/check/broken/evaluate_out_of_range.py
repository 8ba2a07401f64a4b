"""evaluate: `evaluate` gives 30.0 for Player 1, outside utility_range (-1.0 to 1.0), at the
initial position.
"""

from _countdown import Countdown


class Broken(Countdown):
    def evaluate(self, state, player):  # <- here
        return 30.0 if player == 0 else -30.0
