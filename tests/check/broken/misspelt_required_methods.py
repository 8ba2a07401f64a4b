"""define: `Broken` does not define `initial`, `is_terminal`; did you mean `initial` by `inital` and
`is_terminal` by `isterminal`?
"""

from outply import Game


class Broken(Game):  # <- here
    def inital(self):
        return 3

    def to_move(self, state):
        return state % 2

    def moves(self, state):
        yield 1

    def result(self, state, move):
        return state - move

    def isterminal(self, state):
        return state == 0

    def utility(self, state, player):
        return 0
