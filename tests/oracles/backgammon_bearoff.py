"""Bearing off by brute force and in fractions: a side is the points of its checkers, sorted."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product

Side = tuple[int, ...]


def one_die(side: Side, die: int) -> set[Side]:
    """The sides after one checker has moved by one die."""
    after = set()
    for place, point in enumerate(side):
        rest = side[:place] + side[place + 1 :]
        if point > die:
            after.add(tuple(sorted((*rest, point - die))))
        elif point == die or point == max(side):
            after.add(rest)
    return after


def plays(side: Side, dice: tuple[int, ...]) -> set[Side]:
    """The sides after all dice, in any order, or after the last checker."""
    found = set()
    for order in set(permutations(dice)):
        reached = {side}
        for die in order:
            reached = {after for before in reached for after in (one_die(before, die) or {()})}
        found |= reached
    return found


@cache
def rolls_left(side: Side) -> tuple[Fraction, ...]:
    """The chance of needing 0, 1, … rolls when each keeps the expected number lowest."""
    if not side:
        return (Fraction(1),)
    chances = [Fraction(0)] * 20
    for one, other in product(range(1, 7), repeat=2):
        dice = (one,) * 4 if one == other else (one, other)
        best = min((rolls_left(after) for after in plays(side, dice)), key=expected)
        for rolls, chance in enumerate(best[:19]):
            chances[rolls + 1] += chance / 36
    return tuple(chances)


def expected(chances: tuple[Fraction, ...]) -> Fraction:
    return sum((rolls * chance for rolls, chance in enumerate(chances)), Fraction(0))


def chance_to_win(mine: Side, theirs: Side) -> Fraction:
    """Of the one on roll: who is done in as many rolls, having begun, is done first."""
    pairs = product(enumerate(rolls_left(mine)), enumerate(rolls_left(theirs)))
    return sum((p * q for (m, p), (t, q) in pairs if m <= t), Fraction(0))
