"""to_move: `to_move` gives 2 at the initial position; players are 0 to 1, chance is CHANCE."""

from _countdown import Countdown


class Broken(Countdown):
    def to_move(self, state):  # <- here
        return 2 - state.player
