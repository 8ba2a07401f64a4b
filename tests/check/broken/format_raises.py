"""raises: `format` raises IndexError: string index out of range at position Pile(left=3, player=0)."""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def format(self, state):
        return f"{state.left} {'543'[5 - state.left + state.player * (state.left < 4)]}"  # <- here

    def parse(self, text):
        return Pile(int(text[0]), "ab".index(text[2]))
