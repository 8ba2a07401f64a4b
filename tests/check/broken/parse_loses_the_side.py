"""format: `parse` reads '…' as Pile(left=…, player=0), not as Pile(left=…, player=1), at position
….
"""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def format(self, state):
        return str(state.left)

    def parse(self, text):  # <- here
        return Pile(int(text), 0)
