"""raises: checking noisy_moves fails with RuntimeError: no comparing."""

from _countdown import Countdown


class Odd(int):
    __hash__ = int.__hash__

    def __eq__(self, other):
        raise RuntimeError("no comparing")  # <- here


class Broken(Countdown):
    def noisy_moves(self, state):
        yield Odd(1)
