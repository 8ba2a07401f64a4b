"""outcomes: `outcomes` gives a tuple, not comparable by value, at the initial position; give an
int, a text, a tuple, a NamedTuple or a frozen dataclass of such.
"""

from _countdown import Countdown

from outply import CHANCE


class Roll:
    def __init__(self, number):
        self.number = number


class Broken(Countdown):
    def to_move(self, state):
        return CHANCE if state.left == self.start else state.player

    def outcomes(self, state):  # <- here
        yield (Roll(1), 0), 0.5
        yield (Roll(2), 0), 0.5

    def result(self, state, move):
        return super().result(state, move[0].number if isinstance(move, tuple) else move)
