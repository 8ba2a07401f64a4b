"""recall: `observation` shows Player 1 the same as position (…, …, …, -1), which that player
reached by another way, at position (…, …, …, -1); show what was seen and done before as well.
"""

from _hidden_card import Secret


class Broken(Secret):
    def observation(self, state, player):  # <- here
        seen = super().observation(state, player)
        return seen if state.guess == -1 else seen._replace(said=-1)
