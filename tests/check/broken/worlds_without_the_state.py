"""worlds: `worlds` for Player 2 leaves out the state itself at position (2, …); the state is one of
those that it may be.
"""

from _hidden_card import Secret


class Broken(Secret):
    def worlds(self, state, player):  # <- here
        if player == 0:
            yield state, 1.0
        else:
            yield state._replace(card=0), 0.5
            yield state._replace(card=1), 0.5
