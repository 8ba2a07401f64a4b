"""traits: `utility_range` is the least and the most utility, a pair of numbers; call the method
something else.
"""

from _countdown import Countdown


class Broken(Countdown):
    def utility_range(self, state):  # <- here
        return -1.0, 1.0
