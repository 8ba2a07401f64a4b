"""The plays that dice allow: one for each position that they lead to."""

from __future__ import annotations

from collections.abc import Iterator

from outply.game import place_of_bit
from outply.games.backgammon.checker_counts import (
    BAR,
    OFF,
    POINTS,
    CheckerCounts,
    Position,
    count,
    high,
    low,
    occupied,
    stepped,
)

__all__ = [
    "PASS",
    "STEPS",
    "STEP_BITS",
    "any_play_of_two",
    "plays_of_doubles",
    "plays_of_two",
    "steps_of",
]

# A play is up to four steps of ten bits, the last one lowest: where from, then where to.

PASS = 0
STEP_BITS = 10
STEPS = 4

HOME = 0b111_1110
OUTSIDE = POINTS ^ HOME | 1 << BAR

# Loops over masks are written out: a compiled generator within another is copied at each yield.


def sources(side: CheckerCounts, free: int, die: int) -> int:
    """The slots from which a side may move a checker by one die."""
    there = occupied(side) & ~1
    if there >> BAR:
        return 1 << BAR & free << die
    inside = there & free << die
    if there & OUTSIDE or there == 0:
        return inside
    if there >> die + 1:
        return inside | there & 1 << die
    return 1 << there.bit_length() - 1  # from the rear, whatever the die has too much


def step(start: int, die: int) -> int:
    return start << 5 | max(start - die, OFF)


def moved(side: CheckerCounts, start: int, die: int) -> CheckerCounts:
    return stepped(side, start, max(start - die, OFF))


def longest(side: CheckerCounts, free: int, die: int) -> int:
    """How many steps of a double can be made; as none bars another, any will do to find out."""
    steps = 0
    choices = sources(side, free, die)
    while choices and steps < STEPS:
        side = moved(side, choices.bit_length() - 1, die)
        choices = sources(side, free, die)
        steps += 1
    return steps


def plays_of_doubles(side: CheckerCounts, free: int, die: int) -> Iterator[int]:
    """Each set of steps once: none goes from behind the one before it."""
    length = longest(side, free, die)
    if length == 0:
        yield PASS
    play, steps = PASS, 0
    choices = sources(side, free, die)  # for the next step, not yet tried
    while choices or steps:
        if choices == 0:
            start = play >> 5 & 31
            side = stepped(side, play & 31, start)
            play, steps = play >> STEP_BITS, steps - 1
            choices = sources(side, free, die) & (1 << start) - 1
            continue
        start = choices.bit_length() - 1
        longer = play << STEP_BITS | step(start, die)
        if steps + 1 == length:
            yield longer
            choices ^= 1 << start
        else:
            side = moved(side, start, die)
            play, steps = longer, steps + 1
            choices = sources(side, free, die) & (2 << start) - 1


def plays_of_two(state: Position, free: int) -> Iterator[int]:
    """Both dice if possible, or else one, the higher if possible, or else none."""
    none = True
    die, other = high(state), low(state)
    for _ in range(2):
        firsts = sources(state.mine, free, die)
        while firsts:
            first = firsts.bit_length() - 1
            firsts ^= 1 << first
            seconds = seconds_after(state, free, first, die)
            while seconds:
                second = seconds.bit_length() - 1
                seconds ^= 1 << second
                none = False
                yield step(first, die) << STEP_BITS | step(second, other)
        die, other = other, die
    if none:
        die = high(state) if sources(state.mine, free, high(state)) else low(state)
        yield from plays_of_one(state.mine, free, die)


COUNT_BITS = 4  # a die can move no more than 15 checkers


def any_play_of_two(state: Position, free: int, luck: float) -> int:
    """The one that a number from 0 to less than 1 stands for: each has an equal share."""
    die, other = high(state), low(state)
    by_high, by_low = choices_after(state, free, die), choices_after(state, free, other)
    high_first = sum_of(by_high)
    count = high_first + sum_of(by_low)
    if count == 0:
        return any_play_of_one(
            state.mine, free, die if sources(state.mine, free, die) else other, luck
        )
    left = int(luck * count)
    if left >= high_first:
        left, by_high, die, other = left - high_first, by_low, other, die
    firsts = sources(state.mine, free, die)
    while left >= by_high & 15:
        left -= by_high & 15
        by_high >>= COUNT_BITS
        firsts ^= 1 << firsts.bit_length() - 1
    first = firsts.bit_length() - 1
    second = place_of_bit(seconds_after(state, free, first, die), left)
    return step(first, die) << STEP_BITS | step(second, other)


def choices_after(state: Position, free: int, die: int) -> int:
    """For each first step with a die, from the rear, the number of second steps, four bits each."""
    counts, place = 0, 0
    firsts = sources(state.mine, free, die)
    while firsts:
        first = firsts.bit_length() - 1
        firsts ^= 1 << first
        counts |= seconds_after(state, free, first, die).bit_count() << place
        place += COUNT_BITS
    return counts


def sum_of(counts: int) -> int:
    """Of all four-bit numbers: those next to each other are added, and so on."""
    pairs = (counts & 0xF0F_0F0F_0F0F_0F0F) + (counts >> 4 & 0xF0F_0F0F_0F0F_0F0F)
    fours = (pairs & 0xFF_00FF_00FF_00FF) + (pairs >> 8 & 0xFF_00FF_00FF_00FF)
    eights = (fours & 0xFFFF_0000_FFFF) + (fours >> 16 & 0xFFFF_0000_FFFF)
    return (eights & 0xFFFF_FFFF) + (eights >> 32)


def any_play_of_one(side: CheckerCounts, free: int, die: int, luck: float) -> int:
    starts = sources(side, free, die)
    if starts == 0:
        return PASS
    return step(place_of_bit(starts, int(luck * starts.bit_count())), die)


def plays_of_one(side: CheckerCounts, free: int, die: int) -> Iterator[int]:
    starts = sources(side, free, die)
    if starts == 0:
        yield PASS
    while starts:
        start = starts.bit_length() - 1
        starts ^= 1 << start
        yield step(start, die)


# Which plays of two dice lead to one position? Write a play as a pair: (where the high die's
# step starts, where the low die's does). Where checkers went and what they hit makes the
# position, and a pair tells both, in whichever order its steps are made. Two pairs lead to the
# same position in two cases only:
#
#     (s, s - high) and (s - low, s)   as if one checker made both steps, where it hits on
#                                      neither of its ways, at s - high or at s - low
#     (s, t) and (t, s)                both bear off, from the low die's point or below
#
# So all pairs come high die first that can, but for (s - low, s) where (s, s - high) can too;
# then, low die first, those that could not come, but for the second pair of either case.


def seconds_after(state: Position, free: int, first: int, die: int) -> int:
    """Where the second step may start to lead to a position that no other play leads to."""
    side = moved(state.mine, first, die)
    if die == high(state):
        seconds = sources(side, free, low(state))
        behind = first + low(state)
        if seconds >> behind & 1 and goes_either_way(state, free, behind):
            seconds ^= 1 << behind
        return seconds
    seconds = sources(side, free, high(state)) & ~sources(state.mine, free, high(state))
    if first <= low(state):
        return seconds & -2 << low(state)
    if seconds >> first - low(state) & 1 and goes_either_way(state, free, first):
        seconds ^= 1 << first - low(state)
    return seconds


def goes_either_way(state: Position, free: int, start: int) -> bool:
    """Whether one that can go low die first can go high die first too, and hits on neither way."""
    by_high, by_low = start - high(state), start - low(state)
    if by_high < 1 or not sources(state.mine, free, high(state)) >> start & 1:
        return False
    if count(state.theirs, BAR - by_high) == 1 or count(state.theirs, BAR - by_low) == 1:
        return False
    side = moved(state.mine, start, high(state))
    return sources(side, free, low(state)) >> by_high & 1 == 1


def steps_of(play: int) -> list[tuple[int, int]]:
    """Where each step goes from and to, the first step first."""
    steps = []
    while play:
        steps.append((play >> 5 & 31, play & 31))
        play >>= STEP_BITS
    return steps[::-1]
