"""The transposition table: stores search results by position.

Replacement: a bucket has two slots. The first keeps the entry with more work behind it, the second
takes any other (`Table.write`). Several threads may use one table without a lock: an entry that two
threads wrote at once does not match its key (Hyatt and Mann, "A lock-less transposition table",
2002). A new generation empties the table: entries of an older one are not found. A table that grows
first uses a small part of its memory, which the processor's caches hold, and more as it fills.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from outply.compiler.primitives import bits_of, prefetch
from outply.compiler.records import Array, Atomic, Record, setter_of
from outply.game import Bits

if TYPE_CHECKING:
    from outply.search.watch import Watch

__all__ = [
    *("ABSENT", "LOWER_BOUND", "UPPER_BOUND", "EXACT", "NO_MOVE"),
    *("Entry", "Table", "answers_window", "bound_of", "recalled"),
]

NO_MOVE = -(1 << 62)

ABSENT, LOWER_BOUND, UPPER_BOUND, EXACT = 0, 1, 2, 3  # what is known of a value

SMALL, GROWTH = 14, 3  # bits: the buckets at first, and how many times more each time
BUSY_BITS = 10
SHARED_ABOVE = 3  # plies; nearer to the horizon, two threads may search the same
BUCKET = 2  # slots, which lie on one cache line
SLOT = 32  # bytes
SAMPLE = 1000  # slots, by which the use of the table is estimated
GOLDEN: Bits = 0x9E37_79B9_7F4A_7C15
WORD: Bits = 0xFFFF_FFFF_FFFF_FFFF
MEGABYTE = 1 << 20
LARGE = 2  # megabytes: the size of a large page
GENERATIONS = 1 << 16
AGES = 1 << 7
AGING = 4  # how much less the logarithm of the work counts for each search since


class Entry(NamedTuple):
    """What the table has of a position; `bound` is ABSENT if nothing."""

    bound: int
    value: float
    move: int
    depth: int
    estimated: bool


def bound_of(value: float, alpha: float, beta: float) -> int:
    """What a value says that a fail-soft search found in a window."""
    return UPPER_BOUND if value <= alpha else LOWER_BOUND if value >= beta else EXACT


def answers_window(known: Entry, depth: int, alpha: float, beta: float) -> bool:
    """Whether what is known is what a search to `depth` with this window may return.

    It was found at the same depth, or nearer to the end of the game and without an estimate.
    """
    if known.depth != depth and (known.estimated or known.depth > depth):
        return False
    if known.bound == EXACT:
        return True
    if known.bound == LOWER_BOUND:
        return known.value >= beta
    return known.bound == UPPER_BOUND and known.value <= alpha


def recalled(known: Entry, watch: Watch) -> float:
    """The value of an entry, whether it is an estimate or proved."""
    if known.estimated:
        watch.relies_on_estimate()
    return watch.value(known.value)


class Slot(Record):
    """Room for an entry."""

    check: Atomic[Bits]  # the key ^ the other three words
    value: Atomic[float]
    move: Atomic[int]

    # bits      0-15    16-17   18         19-24             25-31  32-47
    #           depth   bound   estimated  log2 of the work  age    generation
    facts: Atomic[Bits]


class Table(Record, checked=False):
    """A table of about `megabytes` megabytes.

    Two slots are a bucket. The first is kept for the entry with more work behind it, the second
    always gives way.
    """

    final_shift: Bits  # once the table has grown
    shift: Bits  # of a mixed key, to get the number of its bucket
    generation: Bits
    age: Bits  # searches since it was cleared
    threads: int
    stored: int  # while it grows
    busy: Array[Atomic[Bits]]  # keys that some thread is at work on, each in the place of its hash
    slots: Array[Slot]

    def __init__(self, megabytes: float) -> None:
        buckets = max(int(megabytes * MEGABYTE) // (SLOT * BUCKET), 1)
        bits = max(buckets.bit_length() - 1, 1)
        is_large = megabytes >= LARGE
        super().__init__(busy=1 << BUSY_BITS, slots=BUCKET << bits, large_pages=is_large)
        self.shift = self.final_shift = 64 - bits
        self.generation = self.threads = 1

    def clear(self, threads: int = 1, grows: bool = True) -> None:
        """Forget everything at once, for `threads` threads; a table of one thread may grow."""
        if threads > 1:
            self.busy.clear()
        shift, generation = self.final_shift, self.generation + 1
        if generation == GENERATIONS:
            self.slots.clear()
            generation = 1
        if grows and threads == 1 and shift < 64 - SMALL:
            shift = 64 - SMALL
        _put_header(self, shift, generation, 0, threads, 0)

    @property
    def use(self) -> float:
        """The share of the slots that this search has written to, by a sample; for the host."""
        size = min(len(self.slots), SAMPLE)
        words = memoryview(self.slots.memory)[: SLOT * size].cast("B").cast("Q")
        now = self.generation << 7 | self.age
        return sum(facts >> 25 == now for facts in words[3::4].tolist()) / size

    def age_by_one(self, threads: int = 1) -> None:
        """Keep everything for another search; what is older gives way to what is new."""
        if threads > 1:
            self.busy.clear()
            while self.shift > self.final_shift:
                self.grow()
        self.threads = threads
        self.age = (self.age + 1) & (AGES - 1)

    def find(self, key: Bits) -> Entry:
        """What is known of the position with this key."""
        place = self.bucket(key)
        entry = self.read(self.slots[place], key)
        if entry.bound == ABSENT:
            entry = self.read(self.slots[place + 1], key)
        return entry

    def prefetch(self, key: Bits) -> None:
        """Load the entry of a position that will be looked up soon."""
        prefetch(self.slots[self.bucket(key)])

    # -- sharing the work: "Simplified ABDADA" after Kerrigan, and Weill's ABDADA (1996) ------

    def shares_work(self, depth: int) -> bool:
        """Whether the threads tell each other which moves they search at nodes of this depth."""
        return self.threads > 1 and depth > SHARED_ABOVE

    def is_busy(self, key: Bits) -> bool:
        """Whether some thread is at work on a position."""
        return self.busy[self.busy_slot(key)] == key

    def set_busy(self, key: Bits) -> None:
        self.busy[self.busy_slot(key)] = key

    def set_free(self, key: Bits) -> None:
        self.busy[self.busy_slot(key)] = 0

    def busy_slot(self, key: Bits) -> int:
        """Where the mark of a position is."""
        mixed: Bits = (key * GOLDEN) & WORD
        return int(mixed >> (64 - BUSY_BITS))

    # -- entries ----------------------------------------------------------------------

    def bucket(self, key: Bits) -> int:
        """Where the slots of a key begin."""
        mixed: Bits = (key * GOLDEN) & WORD
        return BUCKET * int(mixed >> self.shift)

    def read(self, slot: Slot, key: Bits) -> Entry:
        """The entry in a slot, if it is this key's."""
        value, move = slot.value, slot.move
        facts: Bits = slot.facts
        check: Bits = slot.check ^ bits_of(value) ^ bits_of(move) ^ facts
        if check != key or facts >> 32 != self.generation:
            return Entry(ABSENT, 0.0, NO_MOVE, 0, False)
        return Entry(int(facts >> 16 & 3), value, move, int(facts & 0xFFFF), facts >> 18 & 1 != 0)

    def store(self, key: Bits, entry: Entry, work: int) -> None:
        """Keep what was found of a position, in place of an entry that is worth less."""
        if self.shift > self.final_shift:  # else threads would wait for each other
            self.stored += 1
            if self.stored >> (63 - self.shift):
                self.grow()
        generation: Bits = self.generation
        facts: Bits = generation << 32 | entry.depth | entry.bound << 16 | entry.estimated << 18
        facts |= work.bit_length() << 19 | self.age << 25
        self.write(key, entry.value, entry.move, facts)

    def write(self, key: Bits, value: float, move: int, facts: Bits) -> None:
        """Put an entry first in its bucket, or second if the first has more work behind it.

        A first entry with less work becomes the second.
        """
        place = self.bucket(key)
        slot = self.slots[place]
        if not self.is_free_for(slot, key):
            if self.worth(slot.facts) <= int(facts >> 19 & 63):
                self.slots[place + 1].copy_from(slot)
            else:
                slot = self.slots[place + 1]
        slot.value, slot.move, slot.facts = value, move, facts
        slot.check = key ^ bits_of(value) ^ bits_of(move) ^ facts

    def worth(self, facts: Bits) -> int:
        """How much an entry is worth keeping: by the work behind it, less if it is old."""
        searches: Bits = (self.age - (facts >> 25)) & (AGES - 1)
        return int(facts >> 19 & 63) - AGING * int(searches)

    def is_free_for(self, slot: Slot, key: Bits) -> bool:
        """Whether the entry in a slot is of an earlier generation, or of the same position."""
        facts: Bits = slot.facts
        if facts >> 32 != self.generation:
            return True
        return slot.check ^ bits_of(slot.value) ^ bits_of(slot.move) ^ facts == key

    def grow(self) -> None:
        """Use more of the memory: each entry moves up, so the last ones go first."""
        last = (1 << (64 - int(self.shift))) - 1
        self.shift = max(int(self.shift) - GROWTH, int(self.final_shift))
        for bucket in range(last, -1, -1):
            self.move_entry(self.slots[BUCKET * bucket + 1])
            self.move_entry(self.slots[BUCKET * bucket])

    def move_entry(self, slot: Slot) -> None:
        """Move an entry to where it is looked for now."""
        value, move = slot.value, slot.move
        facts: Bits = slot.facts
        if facts >> 32 == self.generation:
            key: Bits = slot.check ^ bits_of(value) ^ bits_of(move) ^ facts
            slot.facts = 0
            self.write(key, value, move, facts)


_put_header = setter_of(Table, "shift", "generation", "age", "threads", "stored")
