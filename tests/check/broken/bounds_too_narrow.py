"""bounds: `bounds` gives -1.0 to 0.0 for Player … at position (3, …); play from there ends with
1.0.
"""

from _countdown import Countdown


class Broken(Countdown):
    def bounds(self, state, player):  # <- here
        return (-1.0, 0.0) if state.left == 3 else (-1.0, 1.0)
