"""features: `features` gives ('five',), not finite numbers, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    def features(self, state):  # <- here
        return ("five",)
