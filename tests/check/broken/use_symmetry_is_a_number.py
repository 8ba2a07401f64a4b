"""use_symmetry: `use_symmetry` gives 1, not True or False, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    def use_symmetry(self, state):  # <- here
        return 1
