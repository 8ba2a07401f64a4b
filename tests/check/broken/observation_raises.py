"""raises: `observation` raises IndexError: list index out of range for Player 1 at the initial
position.
"""

from _countdown import Countdown


class Broken(Countdown):
    def observation(self, state, player):
        return [][player]  # <- here
