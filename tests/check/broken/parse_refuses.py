"""format: `parse` refuses '(5, 0)', which `format` wrote (Write it in words.), at the initial
position.
"""

from _countdown import Countdown

from outply import OutplyError


class Broken(Countdown):
    def parse(self, text):  # <- here
        raise OutplyError("Write it in words.")
