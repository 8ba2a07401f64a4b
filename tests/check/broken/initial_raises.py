"""raises: `initial` raises KeyError: 'size' at the initial position."""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def initial(self):
        return Pile({}["size"], 0)  # <- here
