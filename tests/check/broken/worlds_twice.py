"""worlds: `worlds` for Player 1 gives a state twice at position (…); add up its probabilities."""

from _hidden_card import Secret


class Broken(Secret):
    def worlds(self, state, player):  # <- here
        if player == 0:
            yield state, 0.5
            yield state, 0.5
        else:
            yield from super().worlds(state, player)
