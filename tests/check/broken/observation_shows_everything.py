"""hides: `observation` shows everybody everything, and searches take the game for one with hidden
information; leave it out.
"""

from _hidden_card import Secret

from outply import Game


class Broken(Secret):
    worlds = Game.worlds

    def observation(self, state, player):  # <- here
        return state, player
