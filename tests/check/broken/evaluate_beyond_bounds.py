"""bounds: `evaluate` gives 0.5 for Player 1 at …; `bounds` says -1.0 to 0.0; clip the evaluation to
that.
"""

from _countdown import Countdown


class Broken(Countdown):
    def bounds(self, state, player):
        return (-1.0, 0.0) if (state.left % 3 == 0) == (player == state.player) else (0.0, 1.0)

    def evaluate(self, state, player):  # <- here
        return 0.5 if player == 0 else -0.5
