"""Kalah with six houses and four seeds in each.

The state is a tuple of 15 ints: six houses and the store of the first player, six houses and
the store of the second player, and the player to move. A move is a house from 0 to 5. A player
whose last seed falls into the own store moves again. If it falls into an empty house on the
own side, it captures the seeds opposite, if there are any.
"""

from outply import Game

STORES = (6, 13)


def houses(state, player):
    return state[7 * player : 7 * player + 6]


def score(state, player):
    """The seeds in the store; at the end, the seeds left on a side belong to that side."""
    return state[STORES[player]] + sum(houses(state, player))


class Mancala(Game):
    def initial(self):
        side = (4,) * 6 + (0,)
        return (*side, *side, 0)

    def to_move(self, state):
        return state[-1]

    def moves(self, state):
        return [house for house, seeds in enumerate(houses(state, state[-1])) if seeds > 0]

    def result(self, state, move):
        player = state[-1]
        pits = list(state[:-1])
        pit = 7 * player + move
        seeds, pits[pit] = pits[pit], 0
        while seeds:
            pit = (pit + 1) % 14
            if pit == STORES[1 - player]:
                continue
            pits[pit] += 1
            seeds -= 1
        if pit == STORES[player]:
            return (*pits, player)
        is_mine = 7 * player <= pit < 7 * player + 6
        if is_mine and pits[pit] == 1 and pits[12 - pit] > 0:
            pits[STORES[player]] += 1 + pits[12 - pit]
            pits[pit] = pits[12 - pit] = 0
        return tuple(pits) + (1 - player,)  # noqa: RUF005

    def is_terminal(self, state):
        return sum(houses(state, 0)) == 0 or sum(houses(state, 1)) == 0

    def utility(self, state, player):
        difference = score(state, player) - score(state, 1 - player)
        if difference == 0:
            return 0.0
        return 1.0 if difference > 0 else -1.0

    def evaluate(self, state, player):
        return (state[STORES[player]] - state[STORES[1 - player]]) / 48
