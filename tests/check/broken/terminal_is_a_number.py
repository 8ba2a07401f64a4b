"""is_terminal: `is_terminal` gives 0, not True or False, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    def is_terminal(self, state):  # <- here
        return int(state.left == 0)
