"""is_legal: `is_legal` gives True for move 2 at …; give True if, and only if, `moves` has it."""

from _countdown import Countdown


class Broken(Countdown):
    def is_legal(self, state, move):  # <- here
        return True
