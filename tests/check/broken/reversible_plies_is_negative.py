"""reversible_plies: `reversible_plies` gives -5, not a whole number from 0 on, at …"""

from _countdown import Countdown


class Broken(Countdown):
    def reversible_plies(self, state):  # <- here
        return -state.left
