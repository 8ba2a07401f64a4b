"""pure: `worlds` answers differently when asked again at position (…)."""

from itertools import count

from _hidden_card import Secret

ASKED = count()


class Broken(Secret):
    def worlds(self, state, player):  # <- here
        worlds = list(super().worlds(state, player))
        return worlds if next(ASKED) % 2 else worlds[::-1]
