"""key: `key` gives two equal states different keys at position …; if the class has __eq__, give
it a __hash__ to match.
"""

from _countdown import Countdown


class Broken(Countdown):
    def key(self, state):  # <- here
        return id(state) if state.left < self.start else 0
