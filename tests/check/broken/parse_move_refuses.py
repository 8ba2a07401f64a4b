"""format_move: `parse_move` refuses '1', which `format_move` wrote (No.), at the initial
position.
"""

from _countdown import Countdown

from outply import OutplyError


class Broken(Countdown):
    def parse_move(self, state, text):  # <- here
        raise OutplyError("No.")
