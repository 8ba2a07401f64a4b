"""What a backgammon player sees at a glance: shots, trapped checkers, primes.

A side's checkers come as two words, four bits a slot: slot 0 is off, 1 to 24 are the points
as that side counts them, 25 is its bar; slots 0 to 12 are in `near`, 13 to 25 in `far`.
Sets of slots are masks, with bit s for slot s.
"""

from __future__ import annotations

from functools import cached_property

from outply.game import Bits

__all__ = ["held_back", "longest_prime", "masks", "shots"]

BAR = 25
SPLIT = 13  # the first slot of the far word
BAR_BIT = 1 << BAR
POINTS = BAR_BIT - 2
WINDOW = 12  # points ahead of a checker that matter for its next roll
FREE_PIPS = 300  # a little more than the pips in all 36 rolls, 294
DICE = tuple(
    die for first in range(1, 7) for second in range(1, first + 1) for die in (first, second)
)


def masks(near: Bits, far: Bits) -> tuple[int, int, int]:
    """The slots with checkers, off left out; blots and blocks as the other side counts points."""
    occupied = blots = blocks = 0
    slot = 0
    while near | far:
        if near == 0:
            near, far = far, 0
            slot = SPLIT
        bit = (near & -near).bit_length() - 1 & ~3
        count = near >> bit & 15
        place = slot + bit // 4
        occupied |= 1 << place
        if count == 1:
            blots |= BAR_BIT >> place
        else:
            blocks |= BAR_BIT >> place
        near ^= count << bit
    return occupied & ~1, blots & POINTS, blocks & POINTS


def shots(hitters: int, on_bar: int, blots: int, blocks: int) -> tuple[int, int]:
    """Of the 36 rolls, those that hit a blot; and the pips that each costs at most, summed.

    All masks are as the hitter counts points: of the hitter's checkers, and of the other
    side's blots and blocks. A checker on the bar enters first.
    """
    rolls = pips = 0
    free = POINTS & ~blocks
    at = 0 if blots else len(DICE)
    while at < len(DICE):
        die, other = DICE[at], DICE[at + 1]
        if die == other:
            hit = reached_by_doubles(hitters, on_bar, free, die) & blots
        else:
            hit = reached_by_two(hitters, on_bar, free, die, other) & blots
        if hit:
            ways = 1 if die == other else 2
            rolls += ways
            pips += ways * (hit.bit_length() - 1)
        at += 2
    return rolls, pips


def reached_by_two(hitters: int, on_bar: int, free: int, die: int, other: int) -> int:
    """The points on which two different dice can put a checker, and some that are not free."""
    if on_bar == 0:
        first, second = hitters >> die & free, hitters >> other & free
        return first | second | first >> other | second >> die
    first, second = BAR_BIT >> die & free, BAR_BIT >> other & free
    reached = first | second
    if on_bar == 1:
        rest = hitters & POINTS
        if first:
            reached |= (rest | first) >> other
        if second:
            reached |= (rest | second) >> die
    return reached


def reached_by_doubles(hitters: int, on_bar: int, free: int, die: int) -> int:
    """The points on which doubles can put a checker."""
    reached = 0
    steps = 4
    if on_bar:
        reached = BAR_BIT >> die & free
        if reached == 0:
            return 0
        hitters = hitters & POINTS | reached
        steps = 4 - on_bar
    while steps > 0:
        hitters = hitters >> die & free
        reached |= hitters
        steps -= 1
    return reached


def held_back(far: Bits, blocks: int) -> tuple[int, int]:
    """How far checkers in the far half are kept from running, each counted: rolls, pips.

    The rolls of 36 that do not carry it more than six pips on; the pips that it lacks in all
    rolls, against one that nothing blocks.
    """
    rolls = pips = 0
    while far:
        slot = (far & -far).bit_length() - 1 >> 2
        checkers = far >> 4 * slot & 15
        kept = RUNS.kept[blocks >> slot + SPLIT - WINDOW & (1 << WINDOW) - 1]
        rolls += checkers * (kept >> 16)
        pips += checkers * (kept & 0xFFFF)
        far &= ~(15 << 4 * slot)
    return rolls, pips


def longest_prime(blocks: int) -> int:
    """The most blocks in a row."""
    length = 0
    while blocks:
        blocks &= blocks >> 1
        length += 1
    return length


class Runs:
    """How well one checker runs past what stands in its way, made when first asked for."""

    @cached_property
    def kept(self) -> tuple[int, ...]:
        """By the blocks on the 12 points ahead, the nearest highest: rolls << 16 | pips."""
        return tuple(map(kept_by, range(1 << WINDOW)))


def kept_by(blocks: int) -> int:
    stays, lacks = 0, FREE_PIPS
    free = [blocks >> WINDOW - point & 1 == 0 for point in range(WINDOW + 1)]
    for die in range(1, 7):
        pips = run_of_doubles(free, die)
        stays += pips <= 6
        lacks -= pips
        for other in range(1, die):
            if free[die + other] and (free[die] or free[other]):
                pips = die + other
            else:
                pips = die if free[die] else other if free[other] else 0
            stays += 2 * (pips <= 6)
            lacks -= 2 * pips
    return stays << 16 | lacks


def run_of_doubles(free: list[bool], die: int) -> int:
    """How far four equal dice carry; beyond the window every point is free."""
    steps = 0
    while steps < 4 and (die * (steps + 1) > WINDOW or free[die * (steps + 1)]):
        steps += 1
    return die * steps


RUNS = Runs()
