"""worlds: `worlds` for Player 2 leaves out position (…, -1, -1) at position (…, -1, -1); give
all states with the same `observation`.
"""

from _hidden_card import Secret


class Broken(Secret):
    """A card is never reckoned with, unless it was dealt."""

    def worlds(self, state, player):  # <- here
        if player == 0:
            yield state, 1.0
        else:
            cards = sorted({state.card, (state.card + 1) % 3})
            for card in cards:
                yield state._replace(card=card), 0.5
