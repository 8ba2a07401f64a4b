"""utility: `utility` gives 5.0 for Player 1, outside utility_range (-1.0 to 1.0), at position
(0, 1).
"""

from _countdown import Countdown


class Broken(Countdown):
    def utility(self, state, player):  # <- here
        return 5.0 * super().utility(state, player)
