"""worlds: `worlds` gives …, not (state, probability), at position (…)."""

from _hidden_card import Secret


class Broken(Secret):
    def worlds(self, state, player):  # <- here
        yield state.card
