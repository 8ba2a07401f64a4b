"""looks: `observation` shows Player 2 the same as position (…, …, -1, -1), where other moves are
legal, at position (…, …, -1, -1); show all that decides which moves are legal.
"""

from _hidden_card import Secret

from outply import Game


class Broken(Secret):
    worlds = Game.worlds

    def moves(self, state):
        return range(state.card + 1) if self.to_move(state) == 1 else super().moves(state)

    def observation(self, state, player):  # <- here
        return super().observation(state, player)
