"""moves: `moves` gives 1 twice at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    def moves(self, state):  # <- here
        yield 1
        if state.left == self.start:
            yield 1
