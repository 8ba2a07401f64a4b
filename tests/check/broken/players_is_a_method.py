"""traits: `players` is the number of players; put `@property` above `def players`, or call the
method something else.
"""

from _countdown import Countdown


class Broken(Countdown):
    def players(self):  # <- here
        return 2
