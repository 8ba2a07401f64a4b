"""The end of a backgammon race, exactly: how many rolls a side needs to bear off.

For up to six checkers in the home board the table has the chance to be done within each number of
rolls, when each roll is played so that the rolls still expected are fewest. Both sides' rows give
the chance to win. It is made when first asked for, in about a tenth of a second.

A side's home is a word with four bits a point, point p at bit 4p; see `seen`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb

from outply.game import Bits

__all__ = ["bears_off", "wins"]

POINTS = 6
CHECKERS = 6
OFF = 15 - CHECKERS  # the fewest checkers that are off
ROLLS = 13  # 0 to 12: even 2-1 again and again takes 36 pips in twelve
DICE = range(1, 7)

# A home has a number: with h(j) checkers on the j highest points, the sum of
# comb(h(j) + j - 1, j). Moving on or off makes some h smaller and none larger, so every
# home comes after all that it can become.
CHOICES = tuple(comb(h + j - 1, j) if j else 0 for j in range(7) for h in range(CHECKERS + 1))


def bears_off(near: Bits, far: Bits) -> bool:
    """Whether the table has this side."""
    return far == 0 and near >> 28 == 0 and near & 15 >= OFF


def wins(mine: int, theirs: int) -> float:
    """The chance to win of the player on roll, by the near words of both."""
    within = TABLE.within
    mine, theirs = number(mine) * ROLLS, number(theirs) * ROLLS
    chance = before = 0.0
    for roll in range(1, ROLLS):
        now = within[mine + roll]
        chance += (now - before) * (1.0 - within[theirs + roll - 1])
        before = now
    return chance


def number(home: int) -> int:
    """The place of a home in the table."""
    total = held = 0
    for j in range(1, POINTS + 1):
        held += home >> 4 * (POINTS + 1 - j) & 15
        total += CHOICES[j * (CHECKERS + 1) + held]
    return total


class BearoffTable:
    """The table, made when first asked for."""

    @cached_property
    def within(self) -> tuple[float, ...]:
        """Chances to be done within 0, 1, … rolls, home after home."""
        made = Made({home: number(home) for home in homes()})
        for home in sorted(made.numbers, key=made.numbers.__getitem__):
            made.add(home)
        return tuple(chance for row in made.rows for chance in row)


class Made:
    """What is known of the homes so far, by their numbers.

    A home is compared by the rolls that it is expected to need; homes that need the same are alike.
    """

    def __init__(self, numbers: dict[int, int]) -> None:
        self.numbers = numbers
        self.rows: list[list[float]] = []
        self.row_of: dict[float, list[float]] = {}  # by the expected rolls
        self.best: list[list[list[float]]] = []  # by home, die and how often it is moved: rolls

    def add(self, home: int) -> None:
        best = self.best
        led = [[best[self.numbers[after]] for after in steps(home, die)] for die in DICE]
        row = self.row(led) if home else [1.0] * ROLLS
        expected = sum([1.0 - chance for chance in row])
        self.rows.append(row)
        self.row_of.setdefault(expected, row)
        best.append([fewest_rolls(expected, die, led[die]) for die in range(6)])

    def row(self, led: list[list[list[list[float]]]]) -> list[float]:
        """The mean of the rows that the 36 rolls lead to."""
        ends = [min([after[die][3] for after in led[die]]) for die in range(6)]
        for die in range(6):
            for other in range(die):  # the better of the two dice first
                reached = [after[other][1] for after in led[die]]
                reached += [after[die][1] for after in led[other]]
                ends += [min(reached)] * 2
        sums = map(sum, zip(*[self.row_of[end] for end in ends], strict=True))
        return [0.0, *[total / 36 for total in sums]][:ROLLS]


def fewest_rolls(expected: float, die: int, led: list[list[list[float]]]) -> list[float]:
    """The rolls expected after 0 to 4 moves of one die."""
    if not led:
        return [expected] * 5
    return [expected, *map(min, zip(*[after[die] for after in led], strict=True))][:5]


def homes() -> Iterator[int]:
    """All homes of up to six checkers."""
    for slots in combinations_with_replacement(range(POINTS + 1), CHECKERS):
        yield sum(1 << 4 * slot for slot in slots if slot)


def steps(home: int, die: int) -> Iterator[int]:
    """The homes that one die leads to: any checker moves on, the rearmost off by more too."""
    rearmost = (home.bit_length() - 1) // 4
    for point in range(1, rearmost + 1):
        if home >> 4 * point & 15:
            if point > die:
                yield home - (1 << 4 * point) + (1 << 4 * (point - die))
            elif point in (die, rearmost):
                yield home - (1 << 4 * point)


TABLE = BearoffTable()
