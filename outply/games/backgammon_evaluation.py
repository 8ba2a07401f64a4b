"""What a backgammon position is worth without looking ahead: its cubeless equity, -3 to 3.

Two small networks, one for contact and one for races, guess it from the checkers in each
slot and, in contact, from what `backgammon_seen` sees. The end of a race is read from the
table of `backgammon_bearoff`. How the weights were found, and what they are worth:
`docs/backgammon.md`.

A side's checkers come as two words, `near` and `far`; see `backgammon_seen`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from outply.games.backgammon_bearoff import bears_off, wins
from outply.games.backgammon_seen import held_back, longest_prime, occupied, shots, singles, turned
from outply.games.backgammon_weights import BIASES, OFFSETS, OUTPUTS, SEEN_WEIGHTS, SLOT_WEIGHTS

__all__ = ["equity"]

BAR = 25
POINTS = (1 << BAR) - 2
MOST = 2.99  # near what only a backgammon is worth

# Every slot with checkers in it and everything seen adds a weight to each of the 32 units of
# a network. A unit then counts as ONE at most and as nothing below 0, times its output weight.
# The sums of four units lie in one word, each with ZERO added to keep it positive, and are
# added up at once:
#
#     bit   59 … 45    44 … 30    29 … 15    14 … 0
#           unit 3     unit 2     unit 1     unit 0

LANE = 15
LANES = 4
WORDS = 8
UNITS = LANES * WORDS
ZERO = 1 << LANE - 1
LANE_MASK = (1 << LANE) - 1
ONE = 256
OUTPUT_ONE = 4096  # an output weight of 1

# The table of weights has, for each of the two networks, a row for each side, slot and number
# of checkers, then one for each side, thing seen and level.

CONTACT, RACE = 0, 1
COUNTS = 16
HALF = 13 * COUNTS  # the rows of one word of checkers
LEVELS = 64  # six bits
SIDE_BITS = 30  # five levels
LEVEL_ONE = 16  # the level that adds the weight as it is written
SEEN = 4 * HALF
ROWS = SEEN + 10 * LEVELS

Sums = tuple[int, int, int, int, int, int, int, int]
Row = tuple[int, ...]  # of weights


def equity(near: int, far: int, their_near: int, their_far: int) -> float:
    """The equity of the player on roll, whose words come first."""
    mine, theirs = occupied(near, far), occupied(their_near, their_far)
    if mine.bit_length() + theirs.bit_length() <= BAR + 2:
        if bears_off(near, far) and bears_off(their_near, their_far):
            return 2.0 * wins(near, their_near) - 1.0
        return network(near, far, their_near, their_far, 0, RACE)
    blots, their_blots = singles(near, far), singles(their_near, their_far)
    blocks, their_blocks = mine & POINTS ^ blots, theirs & POINTS ^ their_blots
    glance = seen(far, mine, blocks, turned(their_blots), turned(their_blocks))
    their_glance = seen(their_far, theirs, their_blocks, turned(blots), turned(blocks))
    levels = glance | their_glance << SIDE_BITS
    return network(near, far, their_near, their_far, levels, CONTACT)


def seen(far: int, mine: int, blocks: int, targets: int, before: int) -> int:
    """The levels of what one side sees: shots, what they cost, what is held back, its prime.

    `targets` and `before` are the other side's blots and blocks, as this side counts points.
    """
    hits, pips = shots(mine, far >> 48, targets, before)
    rolls, lack = held_back(far, before)
    held, slowed = min(rolls >> 3, LEVELS - 1), min(lack >> 5, LEVELS - 1)
    return hits | pips >> 4 << 6 | held << 12 | slowed << 18 | longest_prime(blocks) << 24


def network(near: int, far: int, their_near: int, their_far: int, levels: int, which: int) -> float:
    """What a network says to the checkers and to what both sides see."""
    first = which * ROWS
    sums = with_checkers(NETWORKS.starts[which], near, far, first)
    sums = with_checkers(sums, their_near, their_far, first + 2 * HALF)
    row = first + SEEN
    while levels:
        sums = plus(sums, row + levels % LEVELS)
        levels //= LEVELS
        row += LEVELS
    total = OFFSETS[which] + answer(sums, which * UNITS)
    return min(max(total / (ONE * OUTPUT_ONE), -MOST), MOST)


def with_checkers(sums: Sums, near: int, far: int, row: int) -> Sums:
    """The sums with the slots of one side that have checkers in them."""
    word = near
    while word | far:
        if word == 0:
            word, far = far, 0
            row += HALF
        bit = (word & -word).bit_length() - 1 & ~3
        count = word >> bit & 15
        sums = plus(sums, row + (bit << 2) + count)
        word ^= count << bit
    return sums


def plus(sums: Sums, row: int) -> Sums:
    """The sums with a row of the table."""
    a, b, c, d, e, f, g, h = sums
    table = NETWORKS.table
    at = row * WORDS
    a, b, c, d = a + table[at], b + table[at + 1], c + table[at + 2], d + table[at + 3]
    at += 4
    e, f, g, h = e + table[at], f + table[at + 1], g + table[at + 2], h + table[at + 3]
    return a, b, c, d, e, f, g, h


def answer(sums: Sums, unit: int) -> int:
    """What the units say together."""
    total = 0
    for word in sums:
        total += cut(word) * OUTPUTS[unit] + cut(word >> LANE) * OUTPUTS[unit + 1]
        word >>= 2 * LANE
        total += cut(word) * OUTPUTS[unit + 2] + cut(word >> LANE) * OUTPUTS[unit + 3]
        unit += LANES
    return total


def cut(word: int) -> int:
    """The sum of the lowest unit of a word, no less than 0 and no more than ONE."""
    above = (word & LANE_MASK) - ZERO
    if above < 0:
        return 0
    return above if above < ONE else ONE


class Networks:
    """The weights side by side in words, made when first asked for."""

    @cached_property
    def starts(self) -> tuple[Any, Any]:
        """The sums before anything is added, by network."""
        contact, race = (weights_of(BIASES, which)[0] for which in (CONTACT, RACE))
        return packed([bias + ZERO for bias in contact]), packed([bias + ZERO for bias in race])

    @cached_property
    def table(self) -> Row:
        """The rows of both networks, word after word."""
        return tuple(
            word for which in (CONTACT, RACE) for row in rows(which) for word in packed(row)
        )


def rows(which: int) -> Iterator[Row]:
    slots = weights_of(SLOT_WEIGHTS, which)
    for first in range(0, len(slots), 4):
        for count in range(COUNTS):
            yield slot_row(slots[first : first + 4], count)
    for weights in weights_of(SEEN_WEIGHTS, which):
        for level in range(LEVELS):
            yield tuple(weight * level // LEVEL_ONE for weight in weights)


def weights_of(numbers: Row, which: int) -> list[Row]:
    """The rows of one network: both stand side by side in what is written."""
    starts = range(which * UNITS, len(numbers), 2 * UNITS)
    return [numbers[start : start + UNITS] for start in starts]


def slot_row(weights: list[Row], count: int) -> Row:
    """One checker has weights of its own, and so have two; from three on each more adds."""
    one, two, three, more = weights
    if count < 3:
        return ((0,) * UNITS, one, two)[count]
    return tuple(many + extra * (count - 3) // 2 for many, extra in zip(three, more, strict=True))


def packed(units: Sequence[int]) -> Row:
    """Four units a word; a negative one borrows from the next, and the sum of all gives back."""
    words = [units[first : first + LANES] for first in range(0, UNITS, LANES)]
    return tuple(sum(unit << LANE * lane for lane, unit in enumerate(word)) for word in words)


NETWORKS = Networks()
