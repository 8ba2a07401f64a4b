"""The tree of Monte-Carlo tree search, as arrays.

A cell is 8 words, the size of a cache line. The first cells are the header, then comes the root's.
A family is all that a player may choose from at one state, or chance: a cell that tells of the
choice, and behind it one cell for each move (or outcome), in the order that the game gives them.

    header   1         2     3        4 …                                24
             capacity  full  threads  what `Manner` says, a word each    top

    family   0      1      2       3                   4     5
             owner  count  player  visits (of a sight)  key   whether a move has narrower bounds

    move     0     1       2      3       4      5     6                 7
             move  visits  value  family  least  most  squares (TUNED), prior (PUCT), probability
                                                       (chance), or both words: visits and value of
                                                       all simulations that have it later (RAVE)

`value` is the sum of what simulations through the move gave to the player who chose it (where
chance did, to MAX), each from 0, the least utility of the game, to 1, the most. A visit counts as
soon as a simulation comes by and its value only when it comes back: until then it is as good as
lost, so that threads spread. `least` and `most` are what that player can still get, on the same
scale. `family` is 0 (NONE) as long as nothing was tried behind the move. `top` is the first cell
that is free; it is alone in its own, since a thread that changes it takes the whole cell from the
others. Families lie behind their owners, so one pass in the order of cells meets parents
first. The root's visits are one more than there were. Where information is hidden nobody owns a
family: it is found by what its player sees, through an index behind the cells.
"""

from __future__ import annotations

from outply.compiler.primitives import (
    add,
    add_float,
    exchange,
    peek,
    peek_bits,
    peek_float,
    poke,
    poke_bits,
    poke_float,
)
from outply.game import Bits
from outply.search.mcts.manner import Manner, Mannered

__all__ = [
    "NONE",
    "ROOT",
    "Nodes",
]

CAPACITY, FULL, THREADS, TOP = 1, 2, 3, 24
CELL = 8  # words
OWNER, COUNT, PLAYER, VISITED, KEY, NARROWED = range(6)
MOVE, VISITS, VALUE, FAMILY, LEAST, MOST, EXTRA, SECOND = range(8)
NONE, ROOT = 0, 4
HOLE = -1  # the owner of cells that nobody uses
MEGABYTE = 1 << 20


class Nodes(Mannered):
    """A tree of at most so many megabytes."""

    def __init__(self, megabytes: float, manner: Manner) -> None:
        bytes_each = 8 * (CELL + 1) if manner.hidden else 8 * CELL
        capacity = int(megabytes * MEGABYTE) // bytes_each
        size = CELL * capacity + (capacity if manner.hidden else 0)
        super().__init__(size, large_pages=not manner.hidden)  # an index is touched all over
        self.ints[CAPACITY] = capacity
        self.behave(manner)
        self.plant()

    def plant(self) -> None:
        """Only a root."""
        poke(self, TOP, ROOT + 1)
        poke(self, FULL, 0)
        self.write(ROOT, 0)
        poke(self, CELL * ROOT + VISITS, 1)

    def write(self, node: int, move: int) -> None:
        """A move that nobody tried."""
        place = CELL * node
        poke(self, place + MOVE, move)
        poke(self, place + VISITS, 0)
        poke_float(self, place + VALUE, 0.0)
        poke(self, place + FAMILY, NONE)
        poke_float(self, place + LEAST, 0.0)
        poke_float(self, place + MOST, 1.0)
        poke(self, place + EXTRA, 0)
        poke(self, place + SECOND, 0)

    # -- families ---------------------------------------------------------------------

    def taken(self, count: int) -> int:
        """Room for a family with so many moves; NONE if there is not enough."""
        if peek(self, TOP) + count + 1 > peek(self, CAPACITY):
            poke(self, FULL, 1)
            return NONE
        if not self.is_shared():
            family = peek(self, TOP)
            poke(self, TOP, family + count + 1)
            return family
        return self.taken_from_others(count)

    def taken_from_others(self, count: int) -> int:
        """Of several threads that come to the end at once, the first leaves a hole there."""
        family = add(self, TOP, count + 1)
        if family + count + 1 <= peek(self, CAPACITY):
            return family
        if family < peek(self, CAPACITY):
            self.found(family, HOLE, peek(self, CAPACITY) - family - 1, 0)
        poke(self, FULL, 1)
        return NONE

    def found(self, family: int, owner: int, count: int, player: int) -> None:
        """Its moves are written next; then it is to be published."""
        place = CELL * family
        poke(self, place + OWNER, owner)
        poke(self, place + COUNT, count)
        poke(self, place + PLAYER, player)
        poke(self, place + VISITED, 0)
        poke(self, place + NARROWED, 0)

    def publish(self, family: int, owner: int) -> None:
        """Another thread may have been first: that family is forgotten at the next recycling."""
        exchange(self, CELL * owner + FAMILY, family)

    def publish_seen(self, family: int, key: Bits) -> None:
        """A family that is found by what its player sees."""
        poke_bits(self, CELL * family + KEY, key)
        place = self.place_of(key)
        poke(self, place, family)

    def family_seen(self, key: Bits) -> int:
        """NONE if nobody saw that before."""
        return peek(self, self.place_of(key))

    def place_of(self, key: Bits) -> int:
        """The word of the index that has the family with this key, or that may have it."""
        size: Bits = peek(self, CAPACITY)
        place: int = int(key % size)
        while True:
            word = CELL * peek(self, CAPACITY) + place
            family = peek(self, word)
            if family == NONE or peek_bits(self, CELL * family + KEY) == key:
                return word
            place = place + 1 if place + 1 < peek(self, CAPACITY) else 0

    def family(self, node: int) -> int:
        return peek(self, CELL * node + FAMILY)

    def owner(self, family: int) -> int:
        return peek(self, CELL * family + OWNER)

    def count(self, family: int) -> int:
        """How many moves it has; their cells follow the family's."""
        return peek(self, CELL * family + COUNT)

    def player(self, family: int) -> int:
        """Who chooses; CHANCE where nobody does."""
        return peek(self, CELL * family + PLAYER)

    def visited(self, family: int) -> int:
        """How many simulations came by, and the present one; or those by its owner."""
        if self.is_hidden():
            return peek(self, CELL * family + VISITED) + 1
        return self.visits(self.owner(family)) if self.owner(family) > NONE else 0

    # -- recycling --------------------------------------------------------------------

    def is_full(self) -> bool:
        return peek(self, FULL) != 0

    def be_grown_by(self, threads: int) -> None:
        """The host's."""
        self.ints[THREADS] = threads

    def threads(self) -> int:
        return peek(self, THREADS)

    def is_shared(self) -> bool:
        """Whether several threads grow it."""
        return peek(self, THREADS) > 1

    def capacity(self) -> int:
        return peek(self, CAPACITY)

    def top(self) -> int:
        """The first cell that is free."""
        return min(peek(self, TOP), peek(self, CAPACITY))

    def first_family(self) -> int:
        return ROOT + 1

    def begin_compacting(self) -> None:
        poke(self, FULL, 1)
        if self.is_hidden():
            for word in range(CELL * self.capacity(), (CELL + 1) * self.capacity()):
                poke(self, word, NONE)

    def end_compacting(self, top: int) -> None:
        poke(self, TOP, top)
        poke(self, FULL, 0)

    def is_alive(self, family: int) -> bool:
        """Whether its owner is still there, and has no other."""
        if self.is_hidden():
            return True
        return self.owner(family) > NONE and self.family(self.owner(family)) == family

    def move_family(self, family: int, to: int) -> None:
        """To cells before it; its owner and its children's families hear of it."""
        for word in range(CELL * (1 + self.count(family))):
            poke(self, CELL * to + word, peek(self, CELL * family + word))
        if self.is_hidden():
            self.publish_seen(to, peek_bits(self, CELL * to + KEY))
        else:
            self.publish(to, self.owner(to))
        for node in range(to + 1, to + 1 + self.count(to)):
            if self.family(node) != NONE:
                poke(self, CELL * self.family(node) + OWNER, node)

    def give_up(self, family: int) -> None:
        """And with it what is behind its moves."""
        if self.owner(family) == HOLE:
            return
        if not self.is_hidden() and self.is_alive(family):
            self.publish(NONE, self.owner(family))
        for node in range(family + 1, family + 1 + self.count(family)):
            if self.family(node) != NONE:
                poke(self, CELL * self.family(node) + OWNER, NONE)

    def become_root(self, node: int) -> None:
        """Of all families, only those behind a node stay alive."""
        family = self.family(node)
        visits = self.visits(node)
        self.publish(NONE, node)
        self.write(ROOT, 0)
        poke(self, CELL * ROOT + VISITS, visits + 1)
        if family != NONE:
            self.publish(family, ROOT)
            poke(self, CELL * family + OWNER, ROOT)

    # -- moves ------------------------------------------------------------------------

    def move(self, node: int) -> int:
        return peek(self, CELL * node + MOVE)

    def visits(self, node: int) -> int:
        return peek(self, CELL * node + VISITS)

    def value(self, node: int) -> float:
        """The sum of all simulations' values."""
        return peek_float(self, CELL * node + VALUE)

    def mean(self, node: int) -> float:
        """Of a node that was visited, from 0 to 1."""
        return peek_float(self, CELL * node + VALUE) / peek(self, CELL * node + VISITS)

    def least(self, node: int) -> float:
        return peek_float(self, CELL * node + LEAST)

    def most(self, node: int) -> float:
        return peek_float(self, CELL * node + MOST)

    def is_solved(self, node: int) -> bool:
        return self.least(node) >= self.most(node)

    def share(self, node: int) -> float:
        """The squares, the prior or the probability."""
        return peek_float(self, CELL * node + EXTRA)

    def set_share(self, node: int, amount: float) -> None:
        poke_float(self, CELL * node + EXTRA, amount)

    def later_visits(self, node: int) -> int:
        return peek(self, CELL * node + EXTRA)

    def later_value(self, node: int) -> float:
        return peek_float(self, CELL * node + SECOND)

    # -- what simulations change ------------------------------------------------------

    def visit(self, family: int, node: int, times: int) -> None:
        """What a family's owner knows, it need not count."""
        self.count_visits(node, times)
        if self.is_hidden():
            self.increase(CELL * family + VISITED, times)
        elif self.owner(family) == ROOT:
            self.count_visits(ROOT, times)

    def count_visits(self, node: int, times: int) -> None:
        self.increase(CELL * node + VISITS, times)

    def sum_up(self, value: float) -> None:
        """At the root, where it has no family since chance is to move and hides what it brings."""
        self.increase(CELL * ROOT + VISITS, 1)
        self.raise_by(CELL * ROOT + VALUE, value)

    def gain(self, node: int, value: float) -> None:
        self.raise_by(CELL * node + VALUE, value)

    def gain_squares(self, node: int, squares: float) -> None:
        self.raise_by(CELL * node + EXTRA, squares)

    def gain_later(self, node: int, value: float) -> None:
        self.increase(CELL * node + EXTRA, 1)
        self.raise_by(CELL * node + SECOND, value)

    def increase(self, place: int, amount: int) -> None:
        if not self.is_shared():
            poke(self, place, peek(self, place) + amount)
        else:
            add(self, place, amount)

    def raise_by(self, place: int, amount: float) -> None:
        if not self.is_shared():
            poke_float(self, place, peek_float(self, place) + amount)
        else:
            add_float(self, place, amount)

    # -- bounds -----------------------------------------------------------------------

    def has_narrowed(self, family: int) -> bool:
        """Whether more is known of some move than the game's utilities."""
        return peek(self, CELL * family + NARROWED) != 0

    def narrow(self, family: int, node: int, least: float, most: float) -> bool:
        """Note the bounds of one of a family's moves; whether they are news."""
        least, most = max(least, self.least(node)), min(most, self.most(node))
        if least == self.least(node) and most == self.most(node):
            return False
        poke_float(self, CELL * node + LEAST, least)
        poke_float(self, CELL * node + MOST, max(least, most))  # if rounding made them cross
        if family != NONE:
            poke(self, CELL * family + NARROWED, 1)
        return True

    def surest(self, family: int) -> float:
        """What its player can get at least."""
        best = 0.0
        for node in range(family + 1, family + 1 + self.count(family)):
            best = max(best, self.least(node))
        return best

    def hopes(self, family: int) -> float:
        """What its player can get at most."""
        best = 0.0
        for node in range(family + 1, family + 1 + self.count(family)):
            best = max(best, self.most(node))
        return best

    def expected_bounds(self, family: int) -> tuple[float, float]:
        """Of a family of outcomes, to MAX."""
        least = most = total = 0.0
        for node in range(family + 1, family + 1 + self.count(family)):
            least += self.share(node) * self.least(node)
            most += self.share(node) * self.most(node)
            total += self.share(node)
        return least / total, most / total

    # -- what the host asks ------------------------------------------------------------

    def tried(self, node: int) -> list[int]:
        """The moves behind a node that simulations took."""
        family = self.family(node)
        if family == NONE:
            return []
        return [n for n in range(family + 1, family + 1 + self.count(family)) if self.visits(n)]
