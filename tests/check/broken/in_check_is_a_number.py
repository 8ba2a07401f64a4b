"""in_check: `in_check` gives 5 at …; give True or False."""

from _countdown import Countdown


class Broken(Countdown):
    def in_check(self, state):  # <- here
        return state.left
