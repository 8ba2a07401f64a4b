"""worlds: `worlds` gives probabilities that sum to 0.75, not to 1, at position (…)."""

from _hidden_card import Secret


class Broken(Secret):
    def worlds(self, state, player):  # <- here
        for world, _ in super().worlds(state, player):
            yield world, 0.25 if player else 1.0
