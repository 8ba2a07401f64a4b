"""Which games a match consists of, in which order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from outply.game import OutplyError

__all__ = ["Fixture", "groups", "rounded_up", "schedule"]


@dataclass(frozen=True)
class Fixture:
    """One game to be played: its number, who sits where, and from which opening.

    Games that differ in their seats alone follow one another: two make a pair.
    """

    number: int
    seats: tuple[int, ...]  # the contender of each seat
    opening: int


def schedule(
    contenders: int, seats: int, games: int, *, gauntlet: bool = False
) -> Iterator[Fixture]:
    """The games, `games` for each group that meets, rounded up to a whole number of rotations.

    In each round every group plays one opening, once from each rotation of its seats. A longer
    schedule begins with the shorter one.
    """
    meeting = groups(contenders, seats, gauntlet=gauntlet)
    number = 0
    for opening in range(rounded_up(games, seats) // seats):
        for group in meeting:
            for turn in range(seats):
                yield Fixture(number, group[turn:] + group[:turn], opening)
                number += 1


def groups(contenders: int, seats: int, *, gauntlet: bool = False) -> list[tuple[int, ...]]:
    """Who meets whom: all with all, or the first with all others."""
    if seats < 2:
        raise OutplyError("A match is for games of two players or more; this game has one.")
    if contenders < seats:
        raise OutplyError(
            f"The game is for {seats} players and {contenders} were given; name more."
        )
    all_groups = list(combinations(range(contenders), seats))
    return [group for group in all_groups if 0 in group] if gauntlet else all_groups


def rounded_up(games: int, seats: int) -> int:
    """The next number of games in which everyone sits on every seat equally often."""
    return -(-games // seats) * seats
