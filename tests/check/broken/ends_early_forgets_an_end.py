"""ends_early: the game is over, `ends_early` is False and `moves` yields a move at …; let
`ends_early` be True wherever the game is over although there are moves."""

from _countdown import Countdown


class Broken(Countdown):
    def moves(self, state):
        yield from (1, 2) if state.left > 1 else (1,)

    def ends_early(self, state):  # <- here
        return False
