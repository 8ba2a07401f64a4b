"""canonical: `canonical` gives …, where other things follow from the moves, at position …."""

from typing import NamedTuple

from outply import Game


class Piles(NamedTuple):
    one: int
    other: int
    player: int


class Broken(Game[Piles]):
    """Take one from either pile; who takes the last one wins."""

    def initial(self):
        return Piles(3, 3, 0)

    def to_move(self, state):
        return state.player

    def moves(self, state):
        if state.one:
            yield 0
        if state.other:
            yield 1

    def result(self, state, move):
        return Piles(state.one - (move == 0), state.other - (move == 1), 1 - state.player)

    def is_terminal(self, state):
        return state.one + state.other == 0

    def utility(self, state, player):
        return -1.0 if player == state.player else 1.0

    def canonical(self, state):  # <- here
        if state.one + state.other < 4:
            return state
        return Piles(max(state.one, state.other), min(state.one, state.other), state.player)
