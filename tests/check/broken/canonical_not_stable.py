"""canonical: `canonical` of its own answer (4, 0) is Pile(left=3, player=0), not the same, at
the initial position.
"""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def canonical(self, state):  # <- here
        return Pile(max(0, state.left - 1), state.player)
