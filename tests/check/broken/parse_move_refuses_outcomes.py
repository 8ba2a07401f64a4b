"""format_move: `parse_move` refuses '1', which `format_move` wrote (Not now.), at position
(4, 1).
"""

from _countdown import Countdown

from outply import CHANCE, OutplyError


class Broken(Countdown):
    def to_move(self, state):
        return CHANCE if state.left == 4 else state.player

    def outcomes(self, state):
        yield 1, 0.5
        yield 2, 0.5

    def parse_move(self, state, text):  # <- here
        if self.to_move(state) == CHANCE:
            raise OutplyError("Not now.")
        return super().parse_move(state, text)
