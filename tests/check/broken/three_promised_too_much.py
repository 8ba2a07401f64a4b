"""zero-sum: `evaluate` gives the players 0.5 and 0.0 and 0.0, which sum to more than zero, at the
initial position; no more than that can be shared out.
"""

from _countdown import Countdown, Pile


class Broken(Countdown):
    players = 3

    def result(self, state, move):
        return Pile(state.left - move, (state.player + 1) % 3)

    def utility(self, state, player):
        return -1.0 if player == state.player else 0.5

    def evaluate(self, state, player):  # <- here
        return 0.5 if player == 0 else 0.0
