"""moves: `moves` gives None, not one after another, at the initial position; yield them, or give
a list.
"""

from _countdown import Countdown


class Broken(Countdown):
    def moves(self, state):  # <- here
        list(super().moves(state))
