"""may_pass: `may_pass` gives None at …; give True or False."""

from _countdown import Countdown


class Broken(Countdown):
    def may_pass(self, state):  # <- here
        return None
