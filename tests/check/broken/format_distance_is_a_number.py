"""format_distance: `format_distance` gives 0, not text, at …"""

from _countdown import Countdown


class Broken(Countdown):
    def format_distance(self, value, plies):  # <- here
        return plies
