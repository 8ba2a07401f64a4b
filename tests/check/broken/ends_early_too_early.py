"""ends_early: `ends_early` is True, and the game is not over at …; let `is_terminal` be True
wherever `ends_early` is."""

from _countdown import Countdown


class Broken(Countdown):
    def ends_early(self, state):  # <- here
        return state.left < 2
