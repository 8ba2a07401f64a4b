"""raises: checking noisy_moves fails with SystemExit: 3."""

import sys

from _countdown import Countdown


class Odd(int):
    __hash__ = int.__hash__

    def __eq__(self, other):
        sys.exit(3)  # <- here


class Broken(Countdown):
    def noisy_moves(self, state):
        yield Odd(1)
