"""worlds: `worlds` for Player 2 leaves out position (2, …, -1, -1) at position (…, …, -1, -1); give
all states with the same `observation`.
"""

from _hidden_card import Secret

COMMON = ((0, 0.5), (1, 0.5))
RARE = ((0, 0.5), (1, 0.499999), (2, 0.000001))


class Broken(Secret):
    """The third card is dealt so rarely that no random play has it."""

    def outcomes(self, state):
        yield from RARE

    def worlds(self, state, player):  # <- here
        if player == 0:
            yield state, 1.0
            return
        for card, probability in RARE if state.card == 2 else COMMON:
            yield state._replace(card=card), probability
