"""key: `key` gives two equal states different keys at position …; if the class has __eq__, give
it a __hash__ to match.
"""

from _countdown import Countdown


class Heap:
    def __init__(self, left, player):
        self.left = left
        self.player = player


class Broken(Countdown):
    def initial(self):
        return Heap(5, 0)

    def result(self, state, move):
        return Heap(state.left - move, 1 - state.player)

    def key(self, state):  # <- here
        return id(state)
