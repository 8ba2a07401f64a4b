"""hashable: `initial` gives a list, which cannot be hashed, at the initial position; make the
state a NamedTuple, a tuple or a frozen dataclass of such.
"""

from _countdown import Countdown


class Broken(Countdown):
    def initial(self):  # <- here
        return [5, 0]

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        yield 1

    def result(self, state, move):
        return [state[0] - move, 1 - state[1]]

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1.0 if player == state[1] else 1.0
