"""traits: `name` is the game's name, a text; call the method something else."""

from _countdown import Countdown


class Broken(Countdown):
    def name(self, row, column):  # <- here
        return "abc"[column] + str(row)
