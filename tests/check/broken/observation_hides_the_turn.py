"""looks: `observation` shows Player 2 the same as position (-1, -1, -1, -1), where it is not that
player's turn, at position (…, …, -1, -1); show whose turn it is.
"""

from _hidden_card import Secret


class Broken(Secret):
    def observation(self, state, player):  # <- here
        return super().observation(state, player) if player == 0 else (1, state.guess, state.gloat)
