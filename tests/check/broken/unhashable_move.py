"""moves: `moves` gives [1], which cannot be hashed, at the initial position; an int is best."""

from _countdown import Countdown


class Broken(Countdown):
    def moves(self, state):  # <- here
        yield [1]

    def result(self, state, move):
        return super().result(state, *move)
