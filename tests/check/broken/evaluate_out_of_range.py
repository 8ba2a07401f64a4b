"""evaluate: `evaluate` gives 30.0 for player 0, outside utility_range, at the initial position; which is -1.0 to 1.0."""

from _countdown import Countdown


class Broken(Countdown):
    def evaluate(self, state, player):  # <- here
        return 30.0 if player == 0 else -30.0
