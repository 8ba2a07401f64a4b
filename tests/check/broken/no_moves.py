"""moves: `moves` gives no move and `is_terminal` says that the game goes on at position (1, 0);
end the game there, or yield a pass.
"""

from _countdown import Countdown


class Broken(Countdown):
    def moves(self, state):  # <- here
        if state.left >= 2 or state.player == 1:
            yield from super().moves(state)
