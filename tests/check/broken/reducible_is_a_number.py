"""reducible: `reducible` gives 1 for move 1 at …; give True or False."""

from _countdown import Countdown


class Broken(Countdown):
    def reducible(self, state, move):  # <- here
        return move
