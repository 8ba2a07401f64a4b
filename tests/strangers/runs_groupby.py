"""Colour the cells of a strip, one each turn; the longest run of a colour wins."""
# ruff: noqa: B905

from dataclasses import dataclass
from itertools import chain, cycle, groupby, islice
from typing import NamedTuple

from outply import Game


class Track(NamedTuple):
    cells: tuple[int, ...]
    plies: int

    @property
    def turn(self):
        return self.plies & 1


def runs(cells, *, of):
    """Lengths of the runs of a value."""
    return [len(list(group)) for value, group in groupby(cells) if value == of]


def longest(cells, *, of, default=0):
    return max(runs(cells, of=of), default=default)


def best(*values, floor=0):
    top = floor
    for v in values:
        if v > top:
            top = v
    return top


@dataclass(frozen=True)
class Runs(Game):
    """Colour a strip; the longest run wins."""

    length: int = 6

    def initial(self):
        return Track((-1,) * self.length, 0)

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        return [i for i, c in enumerate(state.cells) if c < 0]

    def result(self, state, move):
        cells = list(state.cells)
        cells[move] = state.turn
        # neighbours between two equal ones flip
        for i in range(1, len(cells) - 1):
            if cells[i - 1] == cells[i + 1] != cells[i] and cells[i] >= 0 <= cells[i - 1]:
                cells[i] = cells[i - 1]
                break
        return Track(tuple(cells), state.plies + 1)

    def is_terminal(self, state):
        return -1 not in state.cells

    def utility(self, state, player):
        mine = longest(state.cells, of=player)
        other = longest(state.cells, of=1 - player)
        if mine == other:
            weights = list(islice(cycle([1, 2]), self.length))
            mine = sum(w for w, c in zip(weights, state.cells) if c == player)
            other = sum(w for w, c in zip(cycle((1, 2)), state.cells) if c != player)
        return 0.0 if mine == other else (1.0 if mine > other else -1.0)

    def evaluate(self, state, player):
        a = best(*runs(state.cells, of=player), floor=1)
        b = best(*runs(state.cells, of=1 - player), floor=1)
        return (a - b) / (len(list(chain(state.cells, [0, 0]))))
