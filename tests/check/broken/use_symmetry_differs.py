"""use_symmetry: `use_symmetry` gives … for …, the canonical form, and not at position …; let it
depend on what symmetric positions have in common.
"""

from outply.games.nim import Nim


class Broken(Nim):
    piles = (2, 3)

    def use_symmetry(self, state):  # <- here
        return state.piles[0] < 2
