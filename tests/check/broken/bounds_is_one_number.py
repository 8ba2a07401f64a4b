"""bounds: `bounds` gives 1.0, not two numbers, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    def bounds(self, state, player):  # <- here
        return 1.0
