"""parameters: `initial()` has the wrong parameters; write `initial(self)`."""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def initial():  # <- here
        return Pile(5, 0)
