"""utility: `utility` gives 5.0 for player 0, outside utility_range, at position (0, 1); which is -1.0 to 1.0."""

from _countdown import Countdown


class Broken(Countdown):
    def utility(self, state, player):  # <- here
        return 5.0 * super().utility(state, player)
