"""passed: `passed` leaves player 0 to move, not player 1, at …; change whose turn it is, and
nothing else.
"""

from _countdown import Countdown


class Broken(Countdown):
    def passed(self, state):  # <- here
        return state
