"""parameters: `order(self)` has the wrong parameters; write `order(self, state, move)`."""

from _countdown import Countdown


class Broken(Countdown):
    def order(self):  # <- here
        return [1, 2]
