"""returns: `moves` has not returned after … seconds at the initial position; does a loop never
end?
"""

from itertools import count

from _countdown import Countdown


class Broken(Countdown):
    def moves(self, state):
        yield 1 + sum(0 for _ in count())  # <- here
