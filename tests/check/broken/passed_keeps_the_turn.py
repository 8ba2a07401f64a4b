"""passed: `passed` leaves Player 1 to move, not Player 2, at …; change whose turn it is, and
nothing else.
"""

from _countdown import Countdown


class Broken(Countdown):
    def passed(self, state):  # <- here
        return state
