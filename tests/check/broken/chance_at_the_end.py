"""to_move: `to_move` gives CHANCE at position (0, 1); where the game is over, give any player."""

from _countdown import Countdown

from outply import CHANCE


class Broken(Countdown):
    def to_move(self, state):  # <- here
        return state.player if state.left else CHANCE
