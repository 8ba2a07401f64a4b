"""pure: `result` changes the state it is given at the initial position; build a new one instead."""

from _countdown import Countdown


class Heap:
    def __init__(self, numbers):
        self.numbers = numbers

    @property
    def left(self):
        return self.numbers[0]

    @property
    def player(self):
        return self.numbers[1]


class Broken(Countdown):
    def initial(self):
        return Heap([5, 0])

    def result(self, state, move):  # <- here
        numbers = state.numbers
        numbers[0] -= move
        numbers[1] = 1 - numbers[1]
        return Heap(numbers)
