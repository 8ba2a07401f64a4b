"""raises: `format` raises IndexError: string index out of range at position Pile(left=0,
player=…).
"""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def format(self, state):
        return "54321"[5 - state.left] + "ab"[state.player]  # <- here

    def parse(self, text):
        return Pile(int(text[0]), "ab".index(text[1]))
