"""The reservation tree: all paths that were ever looked at, with minimax values.

Source: Hong, Huang and Lin, "Adversarial Search by Evolutionary Computation", Evolutionary
Computation 9 (2001), where the values of leaves are reserved in a partial game tree.

Node 1 is the root; 0 is none. A sign is 1 where MAX is to move, who is the player to move at the
root, and -1 where MIN is. Values are to MAX. A node without children yet has the value that the
first child improves on: minus infinity for MAX, plus infinity for MIN. A best child stays so until
another is better. A node is finished when it is a leaf or all below it is known; then its value is
the truth, as far as leaves' values are.
"""

from __future__ import annotations

from outply.compiler.records import Array, Record
from outply.game import INFINITY

__all__ = ["BYTES", "NONE", "OTHERS", "ROOT", "Reservation"]

BYTES = 64  # of a node
NONE, ROOT = 0, 1
UNMARKED, MARKED, GIVEN_UP = 0, 1, 2
MARKS = 3  # bits of a state
ONE_UNTRIED, ONE_OPEN = 1 << 2, 1 << 32
COUNTED = (1 << 28) - 1
MANY = (1 << 27) * (ONE_UNTRIED + ONE_OPEN)  # moves, as long as nobody counted them
CLOSED_TO_MAX, CLOSED_TO_MIN = 1 << 30, 1 << 31
UPPER = 1 << 32  # where the second node begins, of two in one word
OTHERS = 62  # moves that have a bit each
MEGABYTE = 1 << 20


def place_of(move: int) -> int:
    """Which bit stands for a move."""
    return move if 0 <= move < OTHERS else OTHERS


class Node(Record):
    parent: int  # twice its number, plus 1 where MIN is to move

    # bits      0-31         32-61
    #           first child  next sibling
    links: int

    # bits      0-61                     62
    #           moves that have a child  whether one of the other moves has
    tried: int

    gene: int
    move: int

    # bits      0-31        32-61
    #           best child  the child that had the last turn
    best: int

    value: float

    # bits      0-1   2-29                      30             31             32-61
    #           mark  moves that have no child  closed to MAX  closed to MIN  moves below which
    #                                                                         not all is known
    state: int


class Reservation(Record):
    """A tree of at most so many megabytes."""

    count: int
    top: int  # no node is above
    free: int  # nodes that were given up, linked by their siblings
    newest: int  # the leaf that was inserted last
    changed: int  # how many nodes that changed, the leaf among them: a path upward
    nodes: Array[Node]

    def __init__(self, megabytes: float) -> None:
        super().__init__(nodes=max(int(megabytes * MEGABYTE) // BYTES, 2) + 1)

    # -- nodes ------------------------------------------------------------------------

    def plant(self) -> None:
        """Only a root, without a value."""
        self.count = self.top = 0
        self.free = NONE
        self.write(self.taken(), NONE, 0, 0, 1)

    def size(self) -> int:
        """How many nodes there are."""
        return self.count

    def is_full(self, more: int) -> bool:
        """Whether there is no room for so many more nodes."""
        return self.count + more > self.capacity()

    def taken(self) -> int:
        """A node to write to: one that was given up, or a new one."""
        node = self.free
        if node != NONE:
            self.free = self.sibling(node)
        else:
            node = self.top + 1
            if node > self.capacity():
                raise MemoryError
            self.top = node
        self.count += 1
        return node

    def write(self, number: int, parent: int, gene: int, move: int, sign: int) -> None:
        node = self.nodes[number]
        node.parent, node.gene, node.move = 2 * parent + (sign < 0), gene, move
        node.links, node.tried, node.best, node.state = NONE, 0, NONE, MANY
        node.value = -INFINITY if sign > 0 else INFINITY

    def add(self, parent: int, gene: int, move: int, sign: int) -> int:
        """A new child; which of the players is to move there, its sign says."""
        node = self.taken()
        self.write(node, parent, gene, move, sign)
        self.link(parent, node)
        self.add_to_state(parent, -ONE_UNTRIED)
        return node

    def link(self, parent: int, child: int) -> None:
        """A child is the first of its parent's."""
        self.set_sibling(child, self.child(parent))
        self.set_child(parent, child)
        self.nodes[parent].tried |= 1 << place_of(self.move(child))

    def unlink(self, parent: int) -> None:
        """From all its children."""
        self.set_child(parent, NONE)
        self.set_turn(parent, NONE)
        self.nodes[parent].tried = 0

    def is_tried(self, node: int, move: int) -> bool:
        """Whether a move has a child; of a move without a bit, whether any of those has."""
        return self.nodes[node].tried >> place_of(move) & 1 != 0

    def branch_out(self, node: int, moves: int) -> None:
        """A node without children can have so many; without moves it is a leaf."""
        self.nodes[node].state = moves * (ONE_UNTRIED + ONE_OPEN)

    def parent(self, node: int) -> int:
        return self.nodes[node].parent >> 1

    def child(self, node: int) -> int:
        """The first of its children."""
        return self.nodes[node].links & (UPPER - 1)

    def set_child(self, node: int, child: int) -> None:
        self.nodes[node].links = child + UPPER * self.sibling(node)

    def sibling(self, node: int) -> int:
        return self.nodes[node].links >> 32

    def set_sibling(self, node: int, sibling: int) -> None:
        self.nodes[node].links = self.child(node) + UPPER * sibling

    def gene(self, node: int) -> int:
        return self.nodes[node].gene

    def move(self, node: int) -> int:
        return self.nodes[node].move

    def state(self, node: int) -> int:
        return self.nodes[node].state

    def add_to_state(self, node: int, amount: int) -> None:
        self.nodes[node].state += amount

    def untried(self, node: int) -> int:
        """How many of its moves have no child."""
        return self.state(node) >> 2 & COUNTED

    def is_finished(self, node: int) -> bool:
        """Whether there is nothing below that is not known."""
        return self.state(node) < ONE_OPEN

    def sign(self, node: int) -> int:
        return 1 - 2 * (self.nodes[node].parent & 1)

    def value(self, node: int) -> float:
        return self.nodes[node].value

    def by_gene(self, node: int, gene: int) -> int:
        """The child that a gene leads to, or none."""
        child = self.child(node)
        while child != NONE and self.gene(child) != gene:
            child = self.sibling(child)
        return child

    def by_move(self, node: int, move: int) -> int:
        """The child that a move leads to, or none."""
        child = self.child(node)
        while child != NONE and self.move(child) != move:
            child = self.sibling(child)
        return child

    # -- values -----------------------------------------------------------------------

    def evaluated(self, leaf: int, value: float) -> None:
        """A new leaf has a value: take it upward as far as it changes anything."""
        self.newest = leaf
        self.reopen(leaf)
        self.nodes[leaf].value = value
        self.finish(leaf)  # who is finished has a value, whenever Ctrl-C comes
        node, changed = leaf, 1
        while node != ROOT:
            above, best = self.parent(node), node
            reserved, sign = self.value(above), self.sign(above)
            if self.value(node) * sign <= reserved * sign:
                if self.best_child(above) != node:
                    break  # another is as good
                best = self.oldest_best(above)
            self.set_best(above, best)
            if self.value(best) == reserved:
                break
            self.nodes[above].value = self.value(best)
            node, changed = above, changed + 1
        self.changed = changed

    def finish(self, leaf: int) -> None:
        """And so is every node above it whose last unknown path this was."""
        node = leaf
        self.branch_out(leaf, 0)
        while node != ROOT and self.is_finished(node):
            node = self.parent(node)
            self.add_to_state(node, -ONE_OPEN)

    def is_settled(self) -> bool:
        """Whether the root's value is that of a search of everything."""
        return self.gap(1, ROOT) == NONE and self.gap(-1, ROOT) == NONE

    def gap(self, seeker: int, node: int) -> int:
        """Where one player has something left to try against the other's best; or none.

        Where there is nothing, that is noted, until something is inserted below.
        """
        if self.is_closed(node, seeker):
            return NONE
        if self.child(node) == NONE:
            return node
        if self.sign(node) != seeker:
            found = self.gap(seeker, self.best_child(node))
        elif self.untried(node) > 0:
            found = node
        else:
            child, found = self.child(node), NONE
            while child != NONE and found == NONE:
                found = self.gap(seeker, child)
                child = self.sibling(child)
        if found == NONE:
            self.note_closed(node, seeker)
        return found

    def is_closed(self, node: int, seeker: int) -> bool:
        """Whether it is known that a player has nothing left to try below."""
        closed = CLOSED_TO_MAX if seeker > 0 else CLOSED_TO_MIN
        return self.is_finished(node) or self.state(node) & closed != 0

    def note_closed(self, node: int, seeker: int) -> None:
        closed = CLOSED_TO_MAX if seeker > 0 else CLOSED_TO_MIN
        self.nodes[node].state |= closed

    def close(self, node: int, seeker: int) -> None:
        """A player has nothing left to try below a node, nor where the other goes there."""
        self.note_closed(node, seeker)
        while node != ROOT and self.sign(self.parent(node)) != seeker:
            node = self.parent(node)
            self.note_closed(node, seeker)

    def reopen(self, node: int) -> None:
        """What was noted of a node and of those above it is to be seen again."""
        while node != NONE:
            closed = self.state(node) & (CLOSED_TO_MAX | CLOSED_TO_MIN)
            self.add_to_state(node, -closed)
            node = self.parent(node)

    def best_child(self, node: int) -> int:
        return self.nodes[node].best & (UPPER - 1)

    def set_best(self, node: int, child: int) -> None:
        self.nodes[node].best = child + UPPER * self.turn(node)

    def turn(self, node: int) -> int:
        """The child that had the last turn, or none."""
        return self.nodes[node].best >> 32

    def set_turn(self, node: int, child: int) -> None:
        self.nodes[node].best = self.best_child(node) + UPPER * child

    def oldest_best(self, node: int) -> int:
        """Of its children, that with the largest value for MAX, the smallest for MIN.

        Of equals it is the oldest, which is last: so best play is stable.
        """
        best = child = self.child(node)
        while child != NONE:
            if self.value(child) * self.sign(node) >= self.value(best) * self.sign(node):
                best = child
            child = self.sibling(child)
        return best

    def open_child(self, node: int, seeker: int) -> int:
        """A child that is not closed to a player, or none: they take turns."""
        child = self.open_from(self.sibling(self.turn(node)), seeker)
        if child == NONE:
            child = self.open_from(self.child(node), seeker)
        self.set_turn(node, child)
        return child

    def open_from(self, child: int, seeker: int) -> int:
        """The first of a child and its later siblings that is not closed, or none."""
        while child != NONE and self.is_closed(child, seeker):
            child = self.sibling(child)
        return child

    def attained(self, leaf: int) -> int:
        """How high a leaf's value comes, from the bottom: 1 if no further than the leaf."""
        node, height = leaf, 1
        while node != ROOT and self.value(self.parent(node)) == self.value(leaf):
            node, height = self.parent(node), height + 1
        return height

    # -- giving nodes up: pruning.py says which ----------------------------------------

    def capacity(self) -> int:
        return len(self.nodes) - 1

    def mark(self, node: int) -> None:
        self.nodes[node].state |= MARKED

    def unmark(self, node: int) -> None:
        """And forget to whom it is closed."""
        closed = self.state(node) & (CLOSED_TO_MAX | CLOSED_TO_MIN)
        self.add_to_state(node, UNMARKED - MARKED - closed)

    def is_marked(self, node: int) -> bool:
        return self.state(node) & MARKS == MARKED

    def is_given_up(self, node: int) -> bool:
        return self.state(node) & MARKS == GIVEN_UP

    def give_up(self, node: int) -> None:
        self.nodes[node].state = GIVEN_UP
        self.set_sibling(node, self.free)
        self.free = node
        self.count -= 1

    def drop_children(self, node: int) -> None:
        """Those that are not marked."""
        child = self.child(node)
        self.unlink(node)
        while child != NONE:
            after = self.sibling(child)
            if self.is_marked(child):
                self.link(node, child)
            elif not self.is_finished(node):
                self.add_to_state(node, ONE_UNTRIED + ONE_OPEN * self.is_finished(child))
            child = after

    # -- what the host does -----------------------------------------------------------

    def mend(self) -> None:
        """Without a path that was left half-way, find all values once more."""
        self._has_value(ROOT)

    def _has_value(self, node: int) -> bool:
        below: list[int] = []
        child = self.child(node)
        while child != NONE:
            below.append(child)
            child = self.sibling(child)
        kept = [child for child in below if self._has_value(child)]
        self._link(node, kept)
        self.add_to_state(node, (len(below) - len(kept)) * ONE_UNTRIED)
        best = self.oldest_best(node)
        self.set_best(node, best)
        if kept:
            self.nodes[node].value = self.value(best)
        return bool(kept) or self.is_finished(node)

    def _link(self, node: int, children: list[int]) -> None:
        self.unlink(node)
        for child in reversed(children):
            self.link(node, child)

    def line(self, first: int | None = None) -> tuple[int, ...]:
        """Best play by both, as far as it is reserved; after a first move, if one is given."""
        moves: list[int] = []
        node = self.best_child(ROOT) if first is None else self.by_move(ROOT, first)
        while node != NONE:
            moves.append(self.move(node))
            node = self.best_child(node)
        return tuple(moves)
