"""pure: `initial` gives another state when asked again at the initial position; if chance
decides, let `to_move` give CHANCE and list the outcomes in `outcomes`.
"""

import random

from _countdown import Countdown, Pile

dice = random.Random(1)


class Broken(Countdown):
    def initial(self):  # <- here
        return Pile(dice.randint(3, 2**4), 0)
