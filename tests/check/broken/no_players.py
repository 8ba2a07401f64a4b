"""players: `Broken` is for 0 players; give a whole number, 1 or more."""

from _countdown import Countdown


class Broken(Countdown):  # <- here
    players = 0
