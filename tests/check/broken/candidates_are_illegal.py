"""candidates: `candidates` gives 9, which is not a legal move, at …."""

from _countdown import Countdown


class Broken(Countdown):
    def candidates(self, state):  # <- here
        yield from self.moves(state)
        yield 9
