"""How many checkers a side has in each slot, and a position of both sides."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "BAR",
    "CHECKERS",
    "OFF",
    "POINTS",
    "ROLL_OFF",
    "SPLIT",
    "START",
    "TO_ROLL",
    "CheckerCounts",
    "Position",
    "added",
    "bar",
    "count",
    "free_points",
    "high",
    "low",
    "occupied",
    "off",
    "rolled",
    "stepped",
]

# A side's checkers are counted in 26 slots of four bits, as that side sees them:
#
#     slot   25   24 … 19       18 … 13   12 … 7   6 … 1       0
#           bar   other's home                     own home   off
#           └────────── far ───────────┘└─────────── near ───────┘
#
# It moves towards lower slots; its slot s, 1 to 24, is the other side's slot 25 - s. Sets of
# slots are masks, with bit s for slot s.

BAR, OFF = 25, 0
CHECKERS = 15
SPLIT = 13  # the first slot of the far word
POINTS = (1 << BAR) - 2

TO_ROLL, ROLL_OFF = 0, -1  # in place of dice: chance is next


class CheckerCounts(NamedTuple):
    """One side's fifteen checkers, counted by slot, as that side sees them."""

    near: int
    far: int


class Position(NamedTuple):
    mine: CheckerCounts  # of the player on roll
    theirs: CheckerCounts
    player: int  # on roll; MAX in the roll-off
    dice: int  # 10 * larger + smaller, or TO_ROLL, or ROLL_OFF


def count(side: CheckerCounts, slot: int) -> int:
    if slot < SPLIT:
        return side.near >> 4 * slot & 15
    return side.far >> 4 * (slot - SPLIT) & 15


def off(side: CheckerCounts) -> int:
    return side.near & 15


def bar(side: CheckerCounts) -> int:
    return side.far >> 4 * (BAR - SPLIT)


def pips(side: CheckerCounts) -> int:
    """How far a side has to go: the sum of its slots."""
    return sum(slot * count(side, slot) for slot in range(1, 26))


def added(side: CheckerCounts, slot: int, number: int) -> CheckerCounts:
    if slot < SPLIT:
        return CheckerCounts(side.near + (number << 4 * slot), side.far)
    return CheckerCounts(side.near, side.far + (number << 4 * (slot - SPLIT)))


def stepped(side: CheckerCounts, start: int, end: int) -> CheckerCounts:
    return added(added(side, start, -1), end, 1)


def occupied(side: CheckerCounts) -> int:
    return nonzero(side.near) | nonzero(side.far) << SPLIT


def nonzero(word: int) -> int:
    """A bit for each of the 13 counts in a word that is not 0."""
    bits = (word | word >> 1 | word >> 2 | word >> 3) & 0x1_1111_1111_1111
    bits = (bits | bits >> 3) & 0x03_0303_0303_0303
    bits = (bits | bits >> 6) & 0x0F_000F_000F_000F
    bits = (bits | bits >> 12) & 0xFF_0000_00FF
    return (bits | bits >> 24) & 0x1FFF


def free_points(theirs: CheckerCounts) -> int:
    """The points, as the other side counts them, that do not hold two or more of `theirs`."""
    several = 0xE_EEEE_EEEE_EEEE
    made = occupied(CheckerCounts(theirs.near & several, theirs.far & several)) & POINTS
    free = POINTS
    while made:
        slot = made.bit_length() - 1
        made ^= 1 << slot
        free ^= 1 << BAR - slot
    return free


START = CheckerCounts(5 << 4 * 6 | 3 << 4 * 8, 5 << 4 * (13 - SPLIT) | 2 << 4 * (24 - SPLIT))


def high(state: Position) -> int:
    return state.dice // 10


def low(state: Position) -> int:
    return state.dice % 10


def rolled(state: Position, dice: int) -> Position:
    first, second = dice // 10, dice % 10
    if first >= second:
        return Position(state.mine, state.theirs, state.player, dice)
    return Position(state.mine, state.theirs, 1, 10 * second + first)  # MIN wins the roll-off
