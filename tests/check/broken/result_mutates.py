"""pure: `result` changes the state it is given at the initial position; build a new one instead."""

from _countdown import Countdown


class Heap:
    def __init__(self, left, player):
        self.left = left
        self.player = player


class Broken(Countdown):
    def initial(self):
        return Heap(5, 0)

    def result(self, state, move):  # <- here
        state.left -= move
        state.player = 1 - state.player
        return state
