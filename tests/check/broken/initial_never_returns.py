"""returns: `initial` has not returned after … seconds at the initial position; does a loop never
end?
"""

from itertools import count

from _countdown import Countdown, Pile


def endless():
    return sum(0 for _ in count())  # <- here


class Broken(Countdown):
    def initial(self):
        return Pile(endless(), 0)
