"""define: `Broken` does not define `utility`."""

from _unfinished import Unfinished


class Broken(Unfinished):  # <- here
    def initial(self):
        return 3

    def is_terminal(self, state):
        return state == 0
