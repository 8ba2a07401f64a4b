"""format_move: `parse_move` reads 'a' as 2, not as 1, at the initial position."""

from _countdown import Countdown


class Broken(Countdown):  # <- here
    def format_move(self, state, move):
        return " aA"[move]
