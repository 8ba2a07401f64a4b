"""outcomes: `outcomes` gives 1 twice at position (4, 1)."""

from _countdown import Countdown

from outply import CHANCE


class Broken(Countdown):
    def to_move(self, state):
        return CHANCE if state.left == 4 else state.player

    def outcomes(self, state):  # <- here
        yield 1, 0.5
        yield 1, 0.5

    def format_move(self, state, move):
        return f"{move} of {state.left}"
