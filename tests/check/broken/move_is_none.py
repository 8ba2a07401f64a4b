"""moves: `moves` gives None, which means that the game is over, at position …;
yield another value, such as 'pass'.
"""

from _countdown import Countdown


class Broken(Countdown):
    def moves(self, state):  # <- here
        yield from [None] if state.left == 1 else [1]

    def result(self, state, move):
        return super().result(state, move or 1)
