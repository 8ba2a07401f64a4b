"""zero-sum: `utility` gives the players 1.0 and 0.0 and 0.0, which do not sum to zero, at
position (0, …); mind the player's side, or set zero_sum = False.
"""

from _countdown import Countdown, Pile


class Broken(Countdown):
    players = 3

    def result(self, state, move):
        return Pile(state.left - move, (state.player + 1) % 3)

    def utility(self, state, player):  # <- here
        return 1.0 if player == 0 else 0.0
