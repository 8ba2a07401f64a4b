"""candidates: `candidates` leaves out 2, which does not lose in two plies, at …; leave out only
moves that do.
"""

from _countdown import Countdown


class Broken(Countdown):
    def candidates(self, state):  # <- here
        yield 1
