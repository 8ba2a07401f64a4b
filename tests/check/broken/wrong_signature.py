"""raises: `utility` raises TypeError: Broken.utility() takes 2 positional arguments but 3 were
given for player 0 at position (0, 1).
"""

from _countdown import Countdown


class Broken(Countdown):
    def utility(self, state):  # <- here
        return 1.0
