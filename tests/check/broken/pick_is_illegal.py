"""pick: `pick` gives 9, which is not a legal move, at …."""

from _countdown import Countdown


class PickIsIllegal(Countdown):
    def pick(self, state, luck):  # <- here
        return 9
