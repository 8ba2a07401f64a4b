"""gives_check: `gives_check` gives True for move 1 at …; `in_check` gives False after it; let both
say the same."""

from _countdown import Countdown


class Broken(Countdown):
    def gives_check(self, state, move):  # <- here
        return True
