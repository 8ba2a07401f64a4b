"""moves: `moves` gives 1 where `to_move` gives CHANCE, at position (4, 1); chance has outcomes and
no moves.
"""

from _countdown import Countdown

from outply import CHANCE


class Broken(Countdown):
    def to_move(self, state):
        return CHANCE if state.left == 4 else state.player

    def outcomes(self, state):
        yield 1, 0.5
        yield 2, 0.5

    def moves(self, state):  # <- here
        yield from range(1, min(2, state.left) + 1)
