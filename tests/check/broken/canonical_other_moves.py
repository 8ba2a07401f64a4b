"""canonical: `canonical` gives (2, …), where the number of moves is 2 instead of 1, at position
(1, …).
"""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def canonical(self, state):  # <- here
        return Pile(2, state.player) if state.left == 1 else state
