"""plies_left: `plies_left` gives -1, not a whole number from 0 on, at position (0, …)."""

from _countdown import Countdown


class Broken(Countdown):
    def plies_left(self, state):  # <- here
        return state.left or -1
