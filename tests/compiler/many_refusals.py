"""A game with a refusal in most of its methods, and in helpers of theirs.

Each refused line has the comment `refused`.
"""

from __future__ import annotations

import random
import re
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


def behind_others(cells):
    first = max(
        random.random(),  # refused
        float(str(cells[0] + 0.5)),  # refused
        re.sub("a", "b", "c"),  # refused
    )
    marks = [
        random.choice(cells)  # refused
        for cell in cells
        if re.match("a", str(cell))  # refused
    ]
    if random.random() < 0.5 and len(b"a") > cells[0]:  # refused
        last = random.randint(1, 2)  # refused
    else:
        last = len(b"abc")  # refused
        last += 1
    while random.random() < 0.1:  # refused
        last += random.randint(5, 6)  # refused
    for cell in sorted(random.sample(cells, 2)):  # refused
        if cell > 2:
            continue
        last += random.gauss(0, 1)  # refused
    match random.random():  # refused
        case 1:
            last = random.randint(7, 8)  # refused
        case other if len(b"a") > 1:  # refused
            last = other + random.randint(9, 10)  # refused
    kept = random.random()  # refused

    def with_kept(cell):
        return kept + random.gauss(0, cell)  # refused

    last += with_kept(cells[0])
    number = cells[0] if cells[1] else None
    fine = random.random() < 0.5 and number is not None and number + 1 > 2  # refused
    return (
        first + sum(marks) + fine + last + sum(len(b"q") for _ in cells)  # refused
    )


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
        return (total(s.cells) + behind_others(s.cells)) / 10

    def order(self, s, m):
        return float(str(m[1] + 0.5))  # refused

    def noisy_moves(self, s):
        with suppress(ValueError):  # refused
            return []
        return []
