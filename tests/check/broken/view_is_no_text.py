"""format_view: `format_view` gives 7, not text, at the initial position."""

from _hidden_card import Secret


class Broken(Secret):
    def format_view(self, state, player):  # <- here
        return 7
