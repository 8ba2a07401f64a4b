"""utility_range: `Broken` has utility_range (1.0, -1.0); give (least, most)."""

from _countdown import Countdown


class Broken(Countdown):  # <- here
    utility_range = (1.0, -1.0)
