"""The tree of Monte-Carlo tree search, as arrays.

A cell is 8 words, the size of a cache line. A family is all that a player may choose from at one
state, or chance: a cell that tells of the choice, and behind it one cell for each move (or
outcome), in the order that the game gives them. Families lie behind their owners, so one pass in
the order of cells meets parents first. Where information is hidden nobody owns a family: it is
found by what its player sees, through an index.
"""

from __future__ import annotations

from outply.compiler.records import Array, Atomic, Record, overlay
from outply.game import Bits
from outply.search.mcts.manner import Manner, Mannered

__all__ = [
    "NONE",
    "ROOT",
    "Node",
    "Nodes",
]

CELL = 64  # bytes
NONE, ROOT = 0, 4  # the cells between are not used
HOLE = -1  # the owner of cells that nobody uses
MEGABYTE = 1 << 20


class Node(Record):
    """The cell of a move or outcome."""

    move: Atomic[int]

    # A visit counts as soon as a simulation comes by and its value only when it comes back: until
    # then it is as good as lost, so that threads spread. The root's visits are one more than
    # there were.
    visits: Atomic[int]

    # The sum of what simulations through the move gave to the player who chose it (where chance
    # did, to MAX), each from 0, the least utility of the game, to 1, the most.
    value: Atomic[float]

    family: Atomic[int]  # NONE as long as nothing was tried behind the move
    least: Atomic[float]  # what that player can still get, on the same scale
    most: Atomic[float]

    # The sum of squares (TUNED), the prior (PUCT), the probability (chance), or the value of all
    # simulations that have the move later (RAVE).
    share: Atomic[float]
    later_visits: Atomic[int]  # of RAVE


class Family(Record):
    """The cell of a family, before those of its moves."""

    owner: Atomic[int]
    count: Atomic[int]
    player: Atomic[int]
    visits: Atomic[int]  # where information is hidden
    key: Atomic[Bits]
    has_narrowed: Atomic[bool]  # whether a move has narrower bounds
    unused: int
    unused_too: int


class End(Record):
    cell: Atomic[int]


class Nodes(Mannered, checked=False):
    """A tree of at most so many megabytes."""

    full: Atomic[bool]
    threads: int  # that grow it

    # The first cell that is free. It is alone on its cache line, since a thread that changes it
    # takes the whole line from the others.
    ends: Array[End]

    nodes: Array[Node]
    families: Array[Family] = overlay("nodes")
    index: Array[Atomic[int]]  # families by what their players see

    def __init__(self, megabytes: float, manner: Manner) -> None:
        bytes_each = CELL + 8 if manner.hidden else CELL
        capacity = int(megabytes * MEGABYTE) // bytes_each
        super().__init__(
            nodes=capacity,
            index=capacity if manner.hidden else 0,
            ends=1,
            large_pages=not manner.hidden,  # an index is touched all over
        )
        self.behave(manner)
        self.plant()

    def plant(self) -> None:
        """Only a root."""
        self.ends[0].cell = ROOT + 1
        self.full = False
        self.write(ROOT, 0)
        self.nodes[ROOT].visits = 1

    def write(self, number: int, move: int) -> None:
        """A move that nobody tried."""
        node = self.nodes[number]
        node.move, node.visits, node.value = move, 0, 0.0
        node.family, node.least, node.most = NONE, 0.0, 1.0
        node.share, node.later_visits = 0.0, 0

    # -- families ---------------------------------------------------------------------

    def taken(self, count: int) -> int:
        """Room for a family with so many moves; NONE if there is not enough."""
        end = self.ends[0]
        family = end.cell
        if family + count + 1 > self.capacity():
            self.full = True
            return NONE
        if not self.is_shared():
            end.cell = family + count + 1
            return family
        return self.taken_from_others(count)

    def taken_from_others(self, count: int) -> int:
        """Of several threads that come to the end at once, the first leaves a hole there."""
        family, capacity = self.ends[0].fetch_add("cell", count + 1), self.capacity()
        if family + count + 1 <= capacity:
            return family
        if family < capacity:
            self.found(family, HOLE, capacity - family - 1, 0)
        self.full = True
        return NONE

    def found(self, number: int, owner: int, count: int, player: int) -> None:
        """Its moves are written next; then it is to be published."""
        family = self.families[number]
        family.owner, family.count, family.player = owner, count, player
        family.visits, family.has_narrowed = 0, False

    def publish(self, family: int, owner: int) -> None:
        """Another thread may have been first: that family is forgotten at the next recycling."""
        self.nodes[owner].exchange("family", family)

    def publish_seen(self, family: int, key: Bits) -> None:
        """A family that is found by what its player sees."""
        self.families[family].key = key
        self.index[self.place_of(key)] = family

    def family_seen(self, key: Bits) -> int:
        """NONE if nobody saw that before."""
        return self.index[self.place_of(key)]

    def place_of(self, key: Bits) -> int:
        """Where in the index the family with this key is, or may be."""
        size: Bits = len(self.index)
        place: int = int(key % size)
        while True:
            family = self.index[place]
            if family == NONE or self.families[family].key == key:
                return place
            place = place + 1 if place + 1 < len(self.index) else 0

    def family(self, node: int) -> int:
        return self.nodes[node].family

    def owner(self, family: int) -> int:
        return self.families[family].owner

    def count(self, family: int) -> int:
        """How many moves it has; their cells follow the family's."""
        return self.families[family].count

    def player(self, family: int) -> int:
        """Who chooses; CHANCE where nobody does."""
        return self.families[family].player

    def visited(self, family: int) -> int:
        """How many simulations came by, and the present one; or those by its owner."""
        if self.hidden:
            return self.families[family].visits + 1
        return self.visits(self.owner(family)) if self.owner(family) > NONE else 0

    # -- recycling --------------------------------------------------------------------

    def is_full(self) -> bool:
        return self.full

    def be_grown_by(self, threads: int) -> None:
        """The host's."""
        self.threads = threads

    def is_shared(self) -> bool:
        """Whether several threads grow it."""
        return self.threads > 1

    def capacity(self) -> int:
        return len(self.nodes)

    def top(self) -> int:
        """The first cell that is free."""
        return min(self.ends[0].cell, self.capacity())

    def first_family(self) -> int:
        return ROOT + 1

    def begin_compacting(self) -> None:
        self.full = True
        for place in range(len(self.index)):
            self.index[place] = NONE

    def end_compacting(self, top: int) -> None:
        self.ends[0].cell = top
        self.full = False

    def is_alive(self, family: int) -> bool:
        """Whether its owner is still there, and has no other."""
        if self.hidden:
            return True
        return self.owner(family) > NONE and self.family(self.owner(family)) == family

    def move_family(self, family: int, to: int) -> None:
        """To cells before it; its owner and its children's families hear of it."""
        for cell in range(1 + self.count(family)):
            self.nodes[to + cell].copy_from(self.nodes[family + cell])
        if self.hidden:
            self.publish_seen(to, self.families[to].key)
        else:
            self.publish(to, self.owner(to))
        for node in range(to + 1, to + 1 + self.count(to)):
            if self.family(node) != NONE:
                self.families[self.family(node)].owner = node

    def give_up(self, family: int) -> None:
        """And with it what is behind its moves."""
        if self.owner(family) == HOLE:
            return
        if not self.hidden and self.is_alive(family):
            self.publish(NONE, self.owner(family))
        for node in range(family + 1, family + 1 + self.count(family)):
            if self.family(node) != NONE:
                self.families[self.family(node)].owner = NONE

    def become_root(self, node: int) -> None:
        """Of all families, only those behind a node stay alive."""
        family = self.family(node)
        visits = self.visits(node)
        self.publish(NONE, node)
        self.write(ROOT, 0)
        self.nodes[ROOT].visits = visits + 1
        if family != NONE:
            self.publish(family, ROOT)
            self.families[family].owner = ROOT

    # -- moves ------------------------------------------------------------------------

    def move(self, node: int) -> int:
        return self.nodes[node].move

    def visits(self, node: int) -> int:
        return self.nodes[node].visits

    def value(self, node: int) -> float:
        """The sum of all simulations' values."""
        return self.nodes[node].value

    def mean(self, node: int) -> float:
        """Of a node that was visited, from 0 to 1."""
        return self.nodes[node].value / self.nodes[node].visits

    def least(self, node: int) -> float:
        return self.nodes[node].least

    def most(self, node: int) -> float:
        return self.nodes[node].most

    def is_solved(self, node: int) -> bool:
        return self.nodes[node].least >= self.nodes[node].most

    def share(self, node: int) -> float:
        """The squares, the prior or the probability."""
        return self.nodes[node].share

    def set_share(self, node: int, amount: float) -> None:
        self.nodes[node].share = amount

    def later_visits(self, node: int) -> int:
        return self.nodes[node].later_visits

    def later_value(self, node: int) -> float:
        return self.nodes[node].share

    # -- what simulations change ------------------------------------------------------

    def visit(self, family: int, node: int, times: int) -> None:
        """What a family's owner knows, it need not count."""
        self.count_visits(node, times)
        if self.hidden:
            self.count_sights(family, times)
        elif self.owner(family) == ROOT:
            self.count_visits(ROOT, times)

    def count_visits(self, number: int, times: int) -> None:
        node = self.nodes[number]
        if self.is_shared():
            node.fetch_add("visits", times)
        else:
            node.visits += times

    def count_sights(self, number: int, times: int) -> None:
        """So many simulations come by a family that is found by what its player sees."""
        family = self.families[number]
        if self.is_shared():
            family.fetch_add("visits", times)
        else:
            family.visits += times

    def sum_up(self, value: float) -> None:
        """At the root, where it has no family since chance is to move and hides what it brings."""
        self.count_visits(ROOT, 1)
        self.gain(ROOT, value)

    def gain(self, number: int, value: float) -> None:
        node = self.nodes[number]
        if self.is_shared():
            node.fetch_add("value", value)
        else:
            node.value += value

    def gain_share(self, number: int, amount: float) -> None:
        node = self.nodes[number]
        if self.is_shared():
            node.fetch_add("share", amount)
        else:
            node.share += amount

    def gain_squares(self, number: int, squares: float) -> None:
        self.gain_share(number, squares)

    def gain_later(self, number: int, value: float) -> None:
        node = self.nodes[number]
        if self.is_shared():
            node.fetch_add("later_visits", 1)
        else:
            node.later_visits += 1
        self.gain_share(number, value)

    # -- bounds -----------------------------------------------------------------------

    def has_narrowed(self, family: int) -> bool:
        """Whether more is known of some move than the game's utilities."""
        return self.families[family].has_narrowed

    def narrow(self, family: int, node: int, least: float, most: float) -> bool:
        """Note the bounds of one of a family's moves; whether they are news."""
        known = self.nodes[node]
        least, most = max(least, known.least), min(most, known.most)
        if least == known.least and most == known.most:
            return False
        known.least = least
        known.most = max(least, most)  # if rounding made them cross
        if family != NONE:
            self.families[family].has_narrowed = True
        return True

    def surest(self, family: int) -> float:
        """What its player can get at least."""
        best = 0.0
        for node in range(family + 1, family + 1 + self.count(family)):
            best = max(best, self.nodes[node].least)
        return best

    def hopes(self, family: int) -> float:
        """What its player can get at most."""
        best = 0.0
        for node in range(family + 1, family + 1 + self.count(family)):
            best = max(best, self.nodes[node].most)
        return best

    def expected_bounds(self, family: int) -> tuple[float, float]:
        """Of a family of outcomes, to MAX."""
        least = most = total = 0.0
        for number in range(family + 1, family + 1 + self.count(family)):
            node = self.nodes[number]
            least += node.share * node.least
            most += node.share * node.most
            total += node.share
        return least / total, most / total

    # -- what the host asks ------------------------------------------------------------

    def tried(self, node: int) -> list[int]:
        """The moves behind a node that simulations took."""
        family = self.family(node)
        if family == NONE:
            return []
        return [n for n in range(family + 1, family + 1 + self.count(family)) if self.visits(n)]
