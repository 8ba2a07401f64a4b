"""A game with a refusal in most of its methods, and in helpers of theirs.

Each refused line has the comment `refused`.
"""

from __future__ import annotations

import random
from contextlib import suppress
from typing import NamedTuple

from outply import Game

COUNT = 0


class Row(NamedTuple):
    cells: tuple
    turn: int


def last(cells):
    with suppress(IndexError):  # refused
        first = random.choice([1, 2])  # refused
        return cells[9] + first
    return 0


def any_of(cells):
    def inner(cell):
        return random.randint(0, cell)  # refused

    return inner(cells[0])


def total(cells):
    found = 0
    for cell in {0.5 * cell for cell in cells}:  # refused
        found += random.random()  # refused
        found += cell
    return found


class Many(Game):
    def initial(self):
        return Row((0,) * 4, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        last(s.cells)
        return [("put", i) for i, cell in enumerate(s.cells) if cell == 0]

    def result(self, s, m):
        global COUNT  # refused
        _, i = m
        cells = (*s.cells[:i], s.turn + 1, *s.cells[i + 1 :])
        any_of(cells)
        return Row(cells, 1 - s.turn)

    def is_terminal(self, s):
        return 0 not in s.cells

    def utility(self, s, p):
        return 1.0 if s.cells[0] == p + 1 else -1.0

    def evaluate(self, s, p):
        return total(s.cells) / 10

    def order(self, s, m):
        return float(str(m[1] + 0.5))  # refused

    def noisy_moves(self, s):
        with suppress(ValueError):  # refused
            return []
        return []
