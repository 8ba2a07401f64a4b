"""pure: `moves` changes the game itself (`asked`) at the initial position; what changes in play
belongs to the state.
"""

from _countdown import Countdown


class Broken(Countdown):
    asked = 0

    def moves(self, state):  # <- here
        object.__setattr__(self, "asked", self.asked + 1)
        return super().moves(state)
