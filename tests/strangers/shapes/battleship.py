"""Battleship on nine cells: hidden ships, shots as texts, ships by number."""

from itertools import combinations
from typing import NamedTuple

from outply import CHANCE, Game

CELLS = [f"{col}{row}" for row in (1, 2, 3) for col in "ABC"]
SHIPS = [
    frozenset(pair)
    for pair in combinations(CELLS, 2)
    if abs(ord(pair[0][0]) - ord(pair[1][0])) + abs(int(pair[0][1]) - int(pair[1][1])) == 1
]


class Sea(NamedTuple):
    ships: tuple  # () before the fleet is placed, then one index into SHIPS for each player
    shots: tuple = ((), ())
    turn: int = 0


class Battleship(Game):
    def initial(self):
        return Sea(())

    def to_move(self, state):
        return CHANCE if len(state.ships) < 2 else state.turn

    def outcomes(self, state):
        for i in range(len(SHIPS)):
            yield i, 1 / len(SHIPS)

    def moves(self, state):
        return [cell for cell in CELLS if cell not in state.shots[state.turn]]

    def result(self, state, move):
        if len(state.ships) < 2:
            return state._replace(ships=state.ships + (move,))
        shots = list(state.shots)
        shots[state.turn] = shots[state.turn] + (move,)
        return Sea(state.ships, tuple(shots), 1 - state.turn)

    def sunk(self, state, by):
        return len(state.ships) == 2 and SHIPS[state.ships[1 - by]] <= set(state.shots[by])

    def is_terminal(self, state):
        return self.sunk(state, 0) or self.sunk(state, 1)

    def utility(self, state, player):
        return 1 if self.sunk(state, player) else -1

    def answers(self, state, by):
        return tuple(shot in SHIPS[state.ships[1 - by]] for shot in state.shots[by])

    def observation(self, state, player):
        if len(state.ships) < 2:
            return (), state.ships[player : player + 1]
        return state.ships[player], state.shots, self.answers(state, 0), self.answers(state, 1)

    def worlds(self, state, player):
        possible = []
        for i in range(len(SHIPS)):
            pair = (state.ships[0], i) if player == 0 else (i, state.ships[1])
            world = state._replace(ships=pair)
            if self.answers(world, player) == self.answers(state, player):
                possible.append(world)
        for world in possible:
            yield world, 1 / len(possible)
