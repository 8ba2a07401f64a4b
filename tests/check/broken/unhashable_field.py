"""hashable: `initial` gives a Position that has a list as rows[1], which cannot be hashed, at the
initial position; make rows[1] a tuple.
"""

from typing import Any, NamedTuple

from _countdown import Countdown


class Position(NamedTuple):
    rows: tuple[Any, ...]
    player: int


class Broken(Countdown):
    def initial(self):  # <- here
        return Position(((), [1] * self.start), 0)

    def moves(self, state):
        yield 1

    def result(self, state, move):
        return Position(((), state.rows[1][1:]), 1 - state.player)

    def is_terminal(self, state):
        return not state.rows[1]

    def utility(self, state, player):
        return -1.0 if player == state.player else 1.0
