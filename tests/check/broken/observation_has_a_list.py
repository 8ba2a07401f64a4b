"""observation: `observation` gives a tuple that has a list as item [1], which cannot be hashed, at
the initial position; make item [1] a tuple.
"""

from _hidden_card import Secret


class Broken(Secret):
    def observation(self, state, player):  # <- here
        return 0, list(super().observation(state, player))
