"""worlds: `worlds` for Player 2 gives (7, …, -1, -1), which no play reaches, at position (…, …, -1,
-1); leave it out.
"""

from _hidden_card import Secret

JOKER = 7  # never dealt


class Broken(Secret):
    def worlds(self, state, player):  # <- here
        if player == 0:
            yield state, 1.0
        else:
            for card in (0, 1, 2, JOKER):
                yield state._replace(card=card), 0.25
