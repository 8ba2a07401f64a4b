"""worlds: `worlds` for Player 2 gives (…, …, -1, -1) the probability …, but chance 0.333333, at
position (…, …, -1, -1); give the probabilities of chance.
"""

from _hidden_card import Secret


class Broken(Secret):
    def worlds(self, state, player):  # <- here
        if player == 0:
            yield state, 1.0
        else:
            for card, probability in enumerate((0.5, 0.25, 0.25)):
                yield state._replace(card=card), probability
