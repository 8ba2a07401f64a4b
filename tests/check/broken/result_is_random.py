"""pure: `result` answers differently when asked again at the initial position; if chance
decides, let `to_move` give CHANCE and list the outcomes in `outcomes`.
"""

import random

from _countdown import Countdown, Pile

dice = random.Random(1)


class Broken(Countdown):
    def initial(self):
        return Pile(1 << 40, 0)

    def result(self, state, move):  # <- here
        return Pile(dice.randrange(state.left), 1 - state.player)
