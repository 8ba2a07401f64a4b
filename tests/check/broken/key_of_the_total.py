"""proofs: `key` makes the engine prove … where a search without hints finds … at position …; give
different positions different keys.
"""

from outply.games.nim import Nim


class Broken(Nim):
    def key(self, state):  # <- here
        return 2 * sum(state.piles) + state.player
