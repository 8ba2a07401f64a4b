"""worlds: `worlds` gives Card(card=…) the probability 0.0 at position (…); leave out what cannot
happen.
"""

from _hidden_card import Secret


class Broken(Secret):
    def worlds(self, state, player):  # <- here
        for world, _ in super().worlds(state, player):
            yield world, float(world == state)
