"""worlds: `worlds` for Player 1 gives (…, -1, -1, -1), which looks different, at position (…, -1,
-1, -1); give the states with the same `observation`.
"""

from _hidden_card import Secret


class Broken(Secret):
    def worlds(self, state, player):  # <- here
        return super().worlds(state, 1)
