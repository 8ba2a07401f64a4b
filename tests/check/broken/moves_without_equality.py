"""moves: `moves` gives a Take, not comparable by value, at the initial position; give an int, a
text, a tuple, a NamedTuple or a frozen dataclass of such.
"""

from _countdown import Countdown


class Take:
    def __init__(self, number):
        self.number = number


class Broken(Countdown):
    def moves(self, state):  # <- here
        return [Take(number) for number in super().moves(state)]

    def result(self, state, move):
        return super().result(state, move.number)
