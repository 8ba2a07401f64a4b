"""exchange: `exchange` gives much for move 1 at …"""

from _countdown import Countdown


class Broken(Countdown):
    def exchange(self, state, move):  # <- here
        return "much"
