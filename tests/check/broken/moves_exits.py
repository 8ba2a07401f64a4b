"""raises: `moves` raises SystemExit: 3 at the initial position."""

import sys

from _countdown import Countdown


class Broken(Countdown):
    def moves(self, state):
        sys.exit(3)  # <- here
