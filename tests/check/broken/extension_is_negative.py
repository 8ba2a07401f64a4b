"""extension: `extension` gives -1 for move 1 at …; give a whole number of plies, 0 or more."""

from _countdown import Countdown


class Broken(Countdown):
    def extension(self, state, move):  # <- here
        return -move
