"""raises: `moves` raises RuntimeError: no listing at the initial position."""

from _countdown import Countdown


class Moves:
    def __iter__(self):
        raise RuntimeError("no listing")  # <- here


class Broken(Countdown):
    def moves(self, state):
        return Moves()
