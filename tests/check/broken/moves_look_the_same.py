"""format_move: `format_move` writes both 1 and 2 as 'take' at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    def format_move(self, state, move):  # <- here
        return "take"

    def parse_move(self, state, text):
        return max(self.moves(state))
