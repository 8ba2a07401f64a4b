"""define: `Broken` does not define `outcomes`, which is needed at position (4, 1)."""

from _countdown import Countdown

from outply import CHANCE


class Broken(Countdown):  # <- here
    def to_move(self, state):
        return CHANCE if state.left == 4 else state.player
