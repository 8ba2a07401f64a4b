"""key: `key` gives Pile(left=5, player=0), not an int, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    def key(self, state):  # <- here
        return str(state)
