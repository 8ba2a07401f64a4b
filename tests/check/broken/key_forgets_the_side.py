"""key: `key` gives 0, as it does for the different position (0, 1), at position (0, 0); mix in
the side to move and all that matters.
"""

from _countdown import Countdown


class Broken(Countdown):
    def key(self, state):  # <- here
        return state.left

    def utility(self, state, player):
        return 1.0 if player == 0 else -1.0
