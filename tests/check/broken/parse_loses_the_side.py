"""text: `parse` reads '4' as Pile(left=4, player=0), not as Pile(left=4, player=1), at position 4."""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def format(self, state):
        return str(state.left)

    def parse(self, text):  # <- here
        return Pile(int(text), 0)
