"""load: broken cannot be made with its defaults: IndexError: list index out of range."""

from _countdown import Countdown


class Broken(Countdown):
    def __init__(self):
        self.table = [0][5]  # <- here
