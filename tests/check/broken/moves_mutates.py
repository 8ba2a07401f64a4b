"""pure: `moves` changes the state it is given at the initial position; build a new one instead."""

from _countdown import Countdown


class Heap(list):
    __hash__ = object.__hash__


class Broken(Countdown):
    def initial(self):
        return Heap([2, 1, 1])

    def to_move(self, state):
        return len(state) % 2

    def moves(self, state):  # <- here
        state.sort()
        return range(len(state))

    def result(self, state, move):
        return Heap(state[:move] + state[move + 1 :])

    def is_terminal(self, state):
        return not state

    def utility(self, state, player):
        return 1.0 - 2.0 * player

    def key(self, state):
        return len(state)
