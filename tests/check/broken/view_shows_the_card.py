"""format_view: `format_view` shows Player 2 '…', and '…' at position (…), which looks the same, at
position (…); show no more than `observation` does.
"""

from _hidden_card import Secret


class Broken(Secret):
    def format_view(self, state, player):  # <- here
        return self.format(state)
