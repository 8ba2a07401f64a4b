"""canonical: `canonical` gives (2, …), where other things follow from the moves, at position (3,
…).
"""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def canonical(self, state):  # <- here
        return Pile(2, state.player) if state.left == 3 else state
