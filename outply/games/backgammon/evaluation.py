"""What a backgammon position is worth without looking ahead: its cubeless equity, -3 to 3.

Two small networks, one for contact and one for races, guess it from the checkers in each
slot and, in contact, from what `seen` sees. The end of a race is read from the
table of `bearoff`. How the weights were found, and what they are worth:
`docs/backgammon.md`.

A side's checkers come as two words, `near` and `far`; see `seen`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from outply.game import Bits
from outply.games.backgammon.bearoff import bears_off, wins
from outply.games.backgammon.seen import held_back, longest_prime, masks, shots
from outply.games.backgammon.weights import BIASES, OFFSETS, OUTPUTS, SEEN_WEIGHTS, SLOT_WEIGHTS

__all__ = ["equity"]

BAR = 25
SPLIT = 13  # the first slot of the far word
MOST = 2.99  # near what only a backgammon is worth

# Every slot with checkers in it and everything seen adds a weight to each unit of a network.
# A unit then counts as ONE at most and as nothing below 0, times its output weight. The sums
# of four units lie in one word, each with ZERO added to keep it positive, and are added up
# at once:
#
#     bit   59 … 45    44 … 30    29 … 15    14 … 0
#           unit 3     unit 2     unit 1     unit 0
#
# Four such words are a block, and two blocks a network.

LANE = 15
LANES = 4
WORDS = 4
UNITS = LANES * WORDS
BLOCKS = 2
CONTACT, RACE = 0, 1
ZERO = 1 << LANE - 1
LANE_MASK = (1 << LANE) - 1
ONE = 256
OUTPUT_ONE = 4096  # an output weight of 1

# The table of weights has for each block a row to start from, one for each side, slot and
# number of checkers, and one for each side, thing seen and level.

COUNTS = 16
HALF = 13 * COUNTS  # the rows of one word of checkers
LEVEL_BITS = 6
LEVELS = 1 << LEVEL_BITS
LEVEL_ONE = 16  # the level that adds the weight as it is written
THINGS = 5  # seen by each side
SEEN = 1 + 4 * HALF
ROWS = SEEN + 2 * THINGS * LEVELS

Sums = tuple[int, int, int, int]
Row = tuple[int, ...]  # of weights


def equity(near: Bits, far: Bits, their_near: Bits, their_far: Bits) -> float:
    """The equity of the player on roll, whose words come first."""
    which, levels = CONTACT, 0
    if rear(near, far) + rear(their_near, their_far) > BAR:
        levels = glances(near, far, their_near, their_far)
    elif bears_off(near, far) and bears_off(their_near, their_far):
        return 2.0 * wins(near, their_near) - 1.0
    else:
        which = RACE
    return network(near, far, their_near, their_far, levels, which)


def rear(near: Bits, far: Bits) -> int:
    """The rearmost slot with checkers."""
    if far:
        return SPLIT + (far.bit_length() - 1 >> 2)
    return near.bit_length() - 1 >> 2


def glances(near: Bits, far: Bits, their_near: Bits, their_far: Bits) -> int:
    """The levels of what both sides see, six bits each, the player on roll's lowest."""
    mine, my_blots, my_blocks = masks(near, far)
    theirs, blots, blocks = masks(their_near, their_far)
    glance = seen(far, mine, my_blocks, blots, blocks)
    their_glance = seen(their_far, theirs, blocks, my_blots, my_blocks)
    return their_glance << THINGS * LEVEL_BITS | glance


def seen(far: Bits, mine: int, prime: int, blots: int, blocks: int) -> int:
    """The levels of what one side sees: shots, what they cost, what is held back, its prime.

    `blots` and `blocks` are the other side's, as this side counts points.
    """
    hits, pips = shots(mine, far >> 48, blots, blocks)
    rolls, lack = held_back(far, blocks)
    held, slowed = min(rolls >> 3, LEVELS - 1), min(lack >> 5, LEVELS - 1)
    levels = longest_prime(prime) << LEVEL_BITS | slowed
    levels = levels << LEVEL_BITS | held
    return levels << 2 * LEVEL_BITS | pips >> 4 << LEVEL_BITS | hits


def network(
    near: Bits, far: Bits, their_near: Bits, their_far: Bits, levels: int, which: int
) -> float:
    """What a network says to the checkers and to what both sides see."""
    total = OFFSETS[which]
    block = BLOCKS * which
    while block < BLOCKS * (which + 1):
        sums = with_checkers(near, far, their_near, their_far, block)
        total += answer(with_seen(sums, levels, block), block)
        block += 1
    return min(max(total / (ONE * OUTPUT_ONE), -MOST), MOST)


def with_checkers(near: Bits, far: Bits, their_near: Bits, their_far: Bits, block: int) -> Sums:
    """The sums of a block over all slots with checkers in them."""
    table = NETWORKS.table
    first = block * ROWS * WORDS
    a, b, c, d = table[first], table[first + 1], table[first + 2], table[first + 3]
    first += WORDS
    for _ in range(4):
        word, near, far, their_near = near, far, their_near, their_far
        while word:
            bit = (word & -word).bit_length() - 1 & ~3
            count = word >> bit & 15
            at = first + (bit << 2 | count) * WORDS
            a, b, c, d = a + table[at], b + table[at + 1], c + table[at + 2], d + table[at + 3]
            word ^= count << bit
        first += HALF * WORDS
    return a, b, c, d


def with_seen(sums: Sums, levels: int, block: int) -> Sums:
    """The sums of a block with what both sides see."""
    table = NETWORKS.table
    a, b, c, d = sums
    first = (block * ROWS + SEEN) * WORDS
    while levels:
        at = first + (levels & LEVELS - 1) * WORDS
        a, b, c, d = a + table[at], b + table[at + 1], c + table[at + 2], d + table[at + 3]
        levels >>= LEVEL_BITS
        first += LEVELS * WORDS
    return a, b, c, d


def answer(sums: Sums, block: int) -> int:
    """What the units of a block say together."""
    total = 0
    unit = block * UNITS
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
    def table(self) -> Row:
        """The rows of all blocks, word after word."""
        blocks = range(len(BIASES) // UNITS)
        return tuple(word for block in blocks for row in rows(block) for word in packed(row))


def rows(block: int) -> Iterator[Row]:
    yield tuple(bias + ZERO for bias in weights_of(BIASES, block)[0])
    slots = weights_of(SLOT_WEIGHTS, block)
    for first in range(0, len(slots), 4):
        for count in range(COUNTS):
            yield slot_row(slots[first : first + 4], count)
    for weights in weights_of(SEEN_WEIGHTS, block):
        for level in range(LEVELS):
            yield tuple(weight * level // LEVEL_ONE for weight in weights)


def weights_of(numbers: Row, block: int) -> list[Row]:
    """The rows of one block: all blocks stand side by side in what is written."""
    starts = range(block * UNITS, len(numbers), len(BIASES))
    return [numbers[start : start + UNITS] for start in starts]


def slot_row(weights: list[Row], count: int) -> Row:
    """One checker has weights of its own, and so have two; from three on each more adds."""
    one, two, three, more = weights
    if count < 3:
        return ((0,) * UNITS, one, two)[count]
    return tuple(many + extra * (count - 3) // 2 for many, extra in zip(three, more, strict=True))


def packed(units: Row) -> Row:
    """Four units a word; a negative one borrows from the next, and the sum of all gives back."""
    lanes = (units[lane::LANES] for lane in range(LANES))
    return tuple(
        first + (second << LANE) + (third << 2 * LANE) + (fourth << 3 * LANE)
        for first, second, third, fourth in zip(*lanes, strict=True)
    )


NETWORKS = Networks()
