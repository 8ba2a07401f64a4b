"""reversible_plies: `reversible_plies` gives 1, and the position of 2 plies ago is the same at …;
count the plies since the last move that cannot be undone."""

from _countdown import Countdown, Pile


class Broken(Countdown):
    """Move 2 puts one back; a play ends when chance has it."""

    def result(self, state, move):
        back = 1 if move == 2 and state.left < self.start else -1
        return Pile(state.left + back, 1 - state.player)

    def reversible_plies(self, state):  # <- here
        return 1
