"""A game with a die, as its author wrote it: no evaluation, no cells, moves are words.

Each side has two runners on a track of ten squares, which the sides walk in opposite directions.
A die of three faces is thrown, and the player moves the first or the second runner. A runner that
is met goes back to its start. The first side with both runners at the end wins.
"""

from dataclasses import dataclass
from typing import NamedTuple

from outply import CHANCE, Game

END = 9


class Track(NamedTuple):
    runners: tuple[int, int, int, int]  # how far each is; those of the first player come first
    turn: int
    die: int | None


@dataclass(frozen=True)
class Hurry(Game):
    def initial(self):
        return Track((0, 0, 0, 0), 0, None)

    def to_move(self, state):
        return CHANCE if state.die is None and not self.is_terminal(state) else state.turn

    def outcomes(self, state):
        return [(face, 1 / 3) for face in (1, 2, 3)]

    def moves(self, state):
        return [] if state.die is None else ["first", "second"]

    def result(self, state, move):
        if state.die is None:
            return state._replace(die=move)
        mover = 2 * state.turn + (0 if move == "first" else 1)
        runners = list(state.runners)
        runners[mover] = min(runners[mover] + state.die, END)
        for other in (2 - 2 * state.turn, 3 - 2 * state.turn):
            if 0 < runners[other] < END and runners[other] == END - runners[mover]:
                runners[other] = 0
        return Track((runners[0], runners[1], runners[2], runners[3]), 1 - state.turn, None)

    def is_terminal(self, state):
        one, two, three, four = state.runners
        return one == two == END or three == four == END

    def utility(self, state, player):
        mine = state.runners[2 * player : 2 * player + 2]
        return 1.0 if mine == (END, END) else -1.0

    def features(self, state):
        me = 2 * state.turn
        mine, theirs = state.runners[me : me + 2], state.runners[2 - me : 4 - me]
        return (1.0, float(sum(mine)), float(sum(theirs)))
