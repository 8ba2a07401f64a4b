"""The transposition table: what searches found of positions, to be found again.

    header    0      1           2        3       4            5 … 7
              shift  generation  threads  stored  final shift

    busy      the keys of positions that some thread is at work on, each in the place of its hash

    bucket    one cache line of two entries; the first is kept for the one with more work
              behind it, the second always gives way

    entry     0                            1                 2      3
              key ^ the other three words  value, as a float  move   facts

    facts     bits 0–15   16–17   18        19–24             32–47
              depth       bound   guessed   log2 of the work  generation

Several threads may use one table without a lock: an entry that was written by two at once
does not match its key (Hyatt and Mann, "A lock-less transposition table", 2002). A new
generation empties the table: entries of an older one are not found. A table that grows
uses a small part of its memory first, which the processor's caches hold, and more as it fills.
"""

from __future__ import annotations

import ctypes
import struct
from typing import NamedTuple

from outply.compiler.block import Block
from outply.compiler.primitives import (
    bits_of,
    peek,
    peek_bits,
    peek_float,
    poke,
    poke_bits,
    poke_float,
    prefetch,
)
from outply.game import Bits

__all__ = ["ABSENT", "AT_LEAST", "AT_MOST", "EXACT", "NO_MOVE", "Entry", "Table"]

NO_MOVE = -(1 << 62)

ABSENT, AT_LEAST, AT_MOST, EXACT = 0, 1, 2, 3  # what is known of a value

SHIFT, GENERATION, THREADS, STORED, FINAL = range(5)
FACTS = struct.Struct("=5q")
SMALL, GROWTH = 14, 3  # bits: the buckets at first, and how many times more each time
BUSY, BUSY_BITS = 8, 10
HEADER = BUSY + (1 << BUSY_BITS)  # words
ENTRY, BUCKET = 4, 8  # words
GOLDEN: Bits = 0x9E37_79B9_7F4A_7C15
WORD: Bits = 0xFFFF_FFFF_FFFF_FFFF
MEGABYTE = 1 << 20
LARGE = 2  # megabytes: the size of a large page
GENERATIONS = 1 << 16


class Entry(NamedTuple):
    """What the table has of a position; `bound` is ABSENT if nothing."""

    bound: int
    value: float
    move: int
    depth: int
    guessed: bool


class Table(Block):
    """A table of about so many megabytes."""

    def __init__(self, megabytes: float) -> None:
        buckets = max(int(megabytes * MEGABYTE) // (8 * BUCKET), 1)
        bits = max(buckets.bit_length() - 1, 1)
        super().__init__(HEADER + (BUCKET << bits), large_pages=megabytes >= LARGE)
        self._final = 64 - bits
        self._first = max(self._final, 64 - SMALL)
        self._generation = 1
        FACTS.pack_into(self.ints, 0, self._final, 1, 1, 0, self._final)

    def clear(self, threads: int = 1) -> None:
        """Forget everything, at once, and be used by so many threads; by one alone, it grows."""
        if threads > 1:
            ctypes.memset(self.address + 8 * BUSY, 0, 8 << BUSY_BITS)
        self._generation += 1
        if self._generation == GENERATIONS:
            ctypes.memset(self.address + 8 * HEADER, 0, 8 * (len(self.ints) - HEADER))
            self._generation = 1
        shift = self._first if threads == 1 else self._final
        FACTS.pack_into(self.ints, 0, shift, self._generation, threads, 0, self._final)

    def find(self, key: Bits) -> Entry:
        """What is known of the position with this key."""
        slot = self.bucket(key)
        entry = self.read(slot, key)
        if entry.bound == ABSENT:
            entry = self.read(slot + ENTRY, key)
        return entry

    def expect(self, key: Bits) -> None:
        """The position with this key will be looked up soon."""
        prefetch(self, self.bucket(key))

    # -- sharing the work: "Simplified ABDADA" after Kerrigan, and Weill's ABDADA (1996) ------

    def is_shared(self) -> bool:
        """Whether several threads use the table now."""
        return peek(self, THREADS) > 1

    def is_busy(self, key: Bits) -> bool:
        """Whether some thread is at work on a position."""
        return peek_bits(self, self.desk_of(key)) == key

    def set_busy(self, key: Bits) -> None:
        poke_bits(self, self.desk_of(key), key)

    def set_free(self, key: Bits) -> None:
        poke_bits(self, self.desk_of(key), 0)

    def desk_of(self, key: Bits) -> int:
        """Where it is said that a position is worked on."""
        mixed: Bits = (key * GOLDEN) & WORD
        return BUSY + int(mixed >> (64 - BUSY_BITS))

    # -- entries ----------------------------------------------------------------------

    def bucket(self, key: Bits) -> int:
        """Where the entries of a key are."""
        mixed: Bits = (key * GOLDEN) & WORD
        return HEADER + BUCKET * int(mixed >> peek_bits(self, SHIFT))

    def read(self, slot: int, key: Bits) -> Entry:
        """The entry in a slot, if it is this key's."""
        value, move = peek_float(self, slot + 1), peek(self, slot + 2)
        facts: Bits = peek_bits(self, slot + 3)
        check: Bits = peek_bits(self, slot) ^ bits_of(value) ^ bits_of(move) ^ facts
        if check != key or facts >> 32 != peek_bits(self, GENERATION):
            return Entry(ABSENT, 0.0, NO_MOVE, 0, False)
        return Entry(int(facts >> 16 & 3), value, move, int(facts & 0xFFFF), facts >> 18 & 1 != 0)

    def store(
        self, key: Bits, bound: int, value: float, move: int, depth: int, guessed: bool, work: int
    ) -> None:
        """Keep what was found of a position, and let something of less worth go."""
        if peek(self, SHIFT) > peek(self, FINAL):  # else threads would wait for the header
            poke(self, STORED, peek(self, STORED) + 1)
            if peek(self, STORED) >> (63 - peek(self, SHIFT)):
                self.grow()
        effort = work.bit_length()
        generation: Bits = peek_bits(self, GENERATION)
        facts: Bits = generation << 32 | depth | bound << 16 | guessed << 18 | effort << 19
        self.write(key, value, move, facts)

    def write(self, key: Bits, value: float, move: int, facts: Bits) -> None:
        """Put an entry first in its bucket, or second if the first has more work behind it."""
        slot = self.bucket(key)
        if not self.is_free_for(slot, key):
            if int(peek_bits(self, slot + 3) >> 19 & 63) <= int(facts >> 19 & 63):
                self.move_down(slot)
            else:
                slot += ENTRY
        poke_float(self, slot + 1, value)
        poke(self, slot + 2, move)
        poke_bits(self, slot + 3, facts)
        poke_bits(self, slot, key ^ bits_of(value) ^ bits_of(move) ^ facts)

    def is_free_for(self, slot: int, key: Bits) -> bool:
        """Whether the entry in a slot is of before, or of the same position."""
        facts: Bits = peek_bits(self, slot + 3)
        if facts >> 32 != peek_bits(self, GENERATION):
            return True
        check: Bits = peek_bits(self, slot) ^ peek_bits(self, slot + 1)
        return check ^ peek_bits(self, slot + 2) ^ facts == key

    def move_down(self, slot: int) -> None:
        """Let the first entry of a bucket take the place of the second."""
        for word in range(ENTRY):
            poke_bits(self, slot + ENTRY + word, peek_bits(self, slot + word))

    def grow(self) -> None:
        """Use more of the memory: each entry moves up, so the last ones go first."""
        last = (1 << (64 - peek(self, SHIFT))) - 1
        poke(self, SHIFT, max(peek(self, SHIFT) - GROWTH, peek(self, FINAL)))
        for bucket in range(last, -1, -1):
            self.rehouse(HEADER + BUCKET * bucket + ENTRY)
            self.rehouse(HEADER + BUCKET * bucket)

    def rehouse(self, slot: int) -> None:
        """Move an entry to where it is looked for now."""
        value, move = peek_float(self, slot + 1), peek(self, slot + 2)
        facts: Bits = peek_bits(self, slot + 3)
        if facts >> 32 == peek_bits(self, GENERATION):
            key: Bits = peek_bits(self, slot) ^ bits_of(value) ^ bits_of(move) ^ facts
            poke_bits(self, slot + 3, 0)
            self.write(key, value, move, facts)
