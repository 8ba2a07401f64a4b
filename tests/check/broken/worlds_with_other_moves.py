"""worlds: `worlds` for Player 2 gives (7, …, -1, -1), with other legal moves at position (…, …, -1,
-1).
"""

from _hidden_card import Secret

JOKER = 7  # never dealt


class Broken(Secret):
    def moves(self, state):
        return [1] if state.card == JOKER else super().moves(state)

    def worlds(self, state, player):  # <- here
        if player == 0:
            yield state, 1.0
        else:
            yield state, 0.5
            yield state._replace(card=JOKER), 0.5
