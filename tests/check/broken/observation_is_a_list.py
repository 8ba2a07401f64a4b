"""observation: `observation` gives a list, which cannot be hashed, at the initial position; give a
NamedTuple or a tuple.
"""

from _hidden_card import Secret


class Broken(Secret):
    def observation(self, state, player):  # <- here
        return list(super().observation(state, player))
