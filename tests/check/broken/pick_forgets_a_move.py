"""pick: `pick` never gives move 2 at …; let its luck from 0 to 1 have 2 equal parts, one for each
move."""

from _countdown import Countdown


class PickForgetsAMove(Countdown):
    def pick(self, state, luck):  # <- here
        return 1
