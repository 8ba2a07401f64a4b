"""format_player: `format_player` calls two players Somebody at …"""

from _countdown import Countdown


class Broken(Countdown):
    def format_player(self, player):  # <- here
        return "Somebody"
