"""pick: `pick` gives 0, which is not a legal move, at …."""

from _countdown import Countdown


class Broken(Countdown):
    def pick(self, state, luck):  # <- here
        count = min(2, state.left)
        return 1 + int(luck * count) if luck < 0.99 else 0
