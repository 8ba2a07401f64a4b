"""returns: `result` has not returned after … seconds for move … at position …; does a loop never
end?
"""

from itertools import count

from _countdown import Countdown


class Broken(Countdown):
    def result(self, state, move):
        taken = move if state.left > 3 else sum(0 for _ in count())  # <- here
        return super().result(state, taken)
