"""define: `Broken` does not define `initial`, `is_terminal`; did you mean `initial` by `inital` and
`is_terminal` by `isterminal`?
"""

from _unfinished import Unfinished


class Broken(Unfinished):  # <- here
    def inital(self):
        return 3

    def isterminal(self, state):
        return state == 0

    def utility(self, state, player):
        return 0
