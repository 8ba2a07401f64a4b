"""canonical: `canonical` gives (3, 1), where `evaluate` for Player 1 is 0.3 instead of 0.4, at
position (4, 1).
"""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def canonical(self, state):  # <- here
        return Pile(3, state.player) if state.left == 4 else state

    def evaluate(self, state, player):
        return state.left / 10 if player == 0 else -state.left / 10
