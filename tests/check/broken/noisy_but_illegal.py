"""noisy_moves: `noisy_moves` gives 2, which is not a legal move, at position (1, 0)."""

from _countdown import Countdown


class Broken(Countdown):
    def noisy_moves(self, state):  # <- here
        yield 2
