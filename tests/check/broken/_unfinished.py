"""Part of the rules of a game, for games that lack some of the others."""

from outply import Game


class Unfinished(Game):
    def to_move(self, state):
        return state % 2

    def moves(self, state):
        yield 1

    def result(self, state, move):
        return state - move
