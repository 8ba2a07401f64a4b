"""The end of a backgammon race, exactly: how many rolls a side needs to bear off.

For up to six checkers in the home board the table has the chance to be done within so many
rolls, when each roll is played so that the rolls still expected are fewest. Both sides' rows
give the chance to win. It is made when first asked for, in about a tenth of a second.

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
OFF = 15 - CHECKERS  # at least so many are off
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


class Table:
    """The table, made when first asked for."""

    @cached_property
    def within(self) -> tuple[float, ...]:
        """Chances to be done within 0, 1, … rolls, home after home."""
        made = Made({home: number(home) for home in homes()})
        for home in sorted(made.numbers, key=made.numbers.__getitem__):
            made.add(home)
        return tuple(chance for row in made.rows for chance in row)


class Made:
    """What is known of the homes so far, by their numbers, and then by a die."""

    def __init__(self, numbers: dict[int, int]) -> None:
        self.numbers = numbers
        self.rows: list[list[float]] = []
        self.expected: list[float] = []  # rolls
        self.steps: list[list[list[int]]] = []  # homes that one die leads to
        self.best: list[list[list[int]]] = []  # the best that 0 to 4 such dice lead to

    def add(self, home: int) -> None:
        itself = len(self.rows)
        self.steps.append([[self.numbers[after] for after in steps(home, die)] for die in DICE])
        self.best.append([[itself] for _ in DICE])
        for die in range(6):
            for dice in range(4):
                reached = [self.best[after][die][dice] for after in self.steps[itself][die]]
                self.best[itself][die].append(self.soonest(reached) if home else itself)
        self.rows.append(self.row(itself) if home else [1.0] * ROLLS)
        self.expected.append(sum(1.0 - chance for chance in self.rows[itself]))

    def row(self, home: int) -> list[float]:
        ends = [self.best[home][die][4] for die in range(6)]
        for die in range(6):
            for other in range(die):
                ends += [self.after_two(home, die, other)] * 2
        sums = map(sum, zip(*(self.rows[end] for end in ends), strict=True))
        return [0.0, *(total / 36 for total in sums)][:ROLLS]

    def after_two(self, home: int, die: int, other: int) -> int:
        """Where two dice lead, the better of them first."""
        reached = [self.best[after][other][1] for after in self.steps[home][die]]
        reached += [self.best[after][die][1] for after in self.steps[home][other]]
        return self.soonest(reached)

    def soonest(self, homes: list[int]) -> int:
        return min(homes, key=self.expected.__getitem__)


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


TABLE = Table()
