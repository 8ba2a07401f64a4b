"""parameters: `utility(self, state)` has the wrong parameters; write `utility(self, state,
player)`.
"""

from _countdown import Countdown


class Broken(Countdown):
    def utility(self, state):  # <- here
        return 1.0
