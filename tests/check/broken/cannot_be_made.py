"""load: x"""

from _countdown import Countdown


class Broken(Countdown):
    def __post_init__(self):
        self.table = [0][5]  # <- here
