"""ends: `is_terminal` did not come true in 10000 moves of a play that stands at position (5, 0);
count the moves or forbid repetition.
"""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def result(self, state, move):
        return Pile(state.left, 1 - state.player)

    def is_terminal(self, state):  # <- here
        return False
