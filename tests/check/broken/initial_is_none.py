"""initial: `initial` gives None; is a `return` missing?"""

from _countdown import Countdown


class Broken(Countdown):
    def initial(self):  # <- here
        super().initial()
