"""plies_left: `plies_left` gives …, and … plies followed at …; give the most plies that can
follow.
"""

from _countdown import Countdown


class Broken(Countdown):
    def plies_left(self, state):  # <- here
        return state.left // 2
