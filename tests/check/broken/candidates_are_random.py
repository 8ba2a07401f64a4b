"""pure: `candidates` answers differently when asked again at …."""

import random

from _countdown import Countdown

dice = random.Random(1)


class Broken(Countdown):
    def candidates(self, state):  # <- here
        yield from sorted(self.moves(state), key=lambda move: dice.random())
