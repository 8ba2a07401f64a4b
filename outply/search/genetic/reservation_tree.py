"""The reservation tree: all paths that were ever inserted, with minimax values.

Source: Hong, Huang and Lin, "Adversarial Search by Evolutionary Computation", Evolutionary
Computation 9 (2001), which reserves the values of leaves in a partial game tree.

Nodes are numbered. Node 1 is the root; 0 stands for none. MAX is the player to move at the root.
The sign of a node is 1 where MAX is to move, and -1 where MIN is. Values are to MAX. A node without
children has the worst value for the player to move: minus infinity for MAX, plus infinity for MIN.
A best child is replaced only by a better one. A node is finished if it is a leaf or if all moves
below it are in the tree; then its value is exact if the values of the leaves are.
A node is closed to a player if, against the other's best play, nothing below it is left to try.
"""

from __future__ import annotations

from outply.compiler.records import Array, Record
from outply.game import INFINITY

__all__ = ["BYTES", "NONE", "OTHERS", "ROOT", "ReservationTree"]

BYTES = 64  # per node
NONE, ROOT = 0, 1
UNMARKED, MARKED, FREE = 0, 1, 2
MARKS = 3  # the bits of `state` that hold the mark
ONE_UNTRIED, ONE_OPEN = 1 << 2, 1 << 32
MOST_UNTRIED = (1 << 28) - 1
UNCOUNTED = (1 << 27) * (ONE_UNTRIED + ONE_OPEN)  # until the moves are counted
CLOSED_TO_MAX, CLOSED_TO_MIN = 1 << 30, 1 << 31
UPPER = 1 << 32  # the factor of the second of two nodes in one word
OTHERS = 62  # the bit of all moves that have no bit of their own
MEGABYTE = 1 << 20


def bit_of(move: int) -> int:
    """The number of the bit that stands for a move."""
    return move if 0 <= move < OTHERS else OTHERS


class ReservationNode(Record, checked=False):
    parent: int  # twice its number, plus 1 where MIN is to move

    # bits      0-31         32-61
    #           first child  next sibling
    links: int

    # bits      0-61                     62
    #           moves that have a child  whether one of the OTHERS has
    tried: int

    gene: int
    move: int

    # bits      0-31        32-61
    #           best child  the child that `next_open_child` returned last
    best: int

    value: float

    # bits      0-1   2-29                      30             31             32-61
    #           mark  moves that have no child  closed to MAX  closed to MIN  moves that lead to
    #                                                                         no finished node
    state: int


class ReservationTree(Record, checked=False):
    """A tree of at most `megabytes` megabytes."""

    count: int
    top: int  # the highest node in use
    first_free: int  # of a list of freed nodes, linked as siblings
    newest: int  # the leaf that was inserted last
    changed: int  # how many nodes that changed: the leaf and those above it
    nodes: Array[ReservationNode]

    def __init__(self, megabytes: float) -> None:
        super().__init__(nodes=max(int(megabytes * MEGABYTE) // BYTES, 2) + 1)

    # -- nodes ------------------------------------------------------------------------

    def reset(self) -> None:
        """Remove all nodes but a root without a value."""
        self.count = self.top = 0
        self.first_free = NONE
        self.write(self.allocate(), NONE, 0, 0, 1)

    def size(self) -> int:
        """How many nodes there are."""
        return self.count

    def is_full(self, more: int) -> bool:
        """Whether there is no room for `more` more nodes."""
        return self.count + more > self.capacity()

    def allocate(self) -> int:
        """Allocate a node: a freed one, or a new one."""
        node = self.first_free
        if node != NONE:
            self.first_free = self.sibling(node)
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
        node.links, node.tried, node.best, node.state = NONE, 0, NONE, UNCOUNTED
        node.value = -INFINITY if sign > 0 else INFINITY

    def add(self, parent: int, gene: int, move: int, sign: int) -> int:
        """Add a child; `sign` says who is to move there."""
        node = self.allocate()
        self.write(node, parent, gene, move, sign)
        self.link(parent, node)
        self.add_to_state(parent, -ONE_UNTRIED)
        return node

    def link(self, parent: int, child: int) -> None:
        """Make a node the first child of its parent."""
        self.set_sibling(child, self.child(parent))
        self.set_child(parent, child)
        self.nodes[parent].tried |= 1 << bit_of(self.move(child))

    def unlink_all(self, parent: int) -> None:
        """Unlink all children of a node."""
        self.set_child(parent, NONE)
        self.set_last_open(parent, NONE)
        self.nodes[parent].tried = 0

    def is_tried(self, node: int, move: int) -> bool:
        """Whether a move has a child; for a move without a bit, whether any of OTHERS has."""
        return self.nodes[node].tried >> bit_of(move) & 1 != 0

    def set_move_count(self, node: int, moves: int) -> None:
        """Set how many moves a node without children has; a leaf has none."""
        self.nodes[node].state = moves * (ONE_UNTRIED + ONE_OPEN)

    def parent(self, node: int) -> int:
        return self.nodes[node].parent >> 1

    def child(self, node: int) -> int:
        """The first child."""
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

    def untried_count(self, node: int) -> int:
        """How many moves of a node have no child."""
        return self.state(node) >> 2 & MOST_UNTRIED

    def is_finished(self, node: int) -> bool:
        """Whether all moves below are in the tree."""
        return self.state(node) < ONE_OPEN

    def sign(self, node: int) -> int:
        return 1 - 2 * (self.nodes[node].parent & 1)

    def value(self, node: int) -> float:
        return self.nodes[node].value

    def child_by_gene(self, node: int, gene: int) -> int:
        """The child that a gene leads to, or none."""
        child = self.child(node)
        while child != NONE and self.gene(child) != gene:
            child = self.sibling(child)
        return child

    def child_by_move(self, node: int, move: int) -> int:
        """The child that a move leads to, or none."""
        child = self.child(node)
        while child != NONE and self.move(child) != move:
            child = self.sibling(child)
        return child

    # -- values -----------------------------------------------------------------------

    def reserve(self, leaf: int, value: float) -> None:
        """Set the value of a new leaf, and update the nodes above it as far as they change."""
        self.newest = leaf
        self.reopen(leaf)
        self.nodes[leaf].value = value
        self.finish(leaf)  # only now: a finished node must have a value, even after Ctrl-C
        node, changed = leaf, 1
        while node != ROOT:
            above, best = self.parent(node), node
            reserved, sign = self.value(above), self.sign(above)
            if self.value(node) * sign <= reserved * sign:
                if self.best_child(above) != node:
                    break  # another child is as good
                best = self.oldest_best(above)
            self.set_best(above, best)
            if self.value(best) == reserved:
                break
            self.nodes[above].value = self.value(best)
            node, changed = above, changed + 1
        self.changed = changed

    def finish(self, leaf: int) -> None:
        """Finish a leaf, and every node above it of which this was the last open path."""
        node = leaf
        self.set_move_count(leaf, 0)
        while node != ROOT and self.is_finished(node):
            node = self.parent(node)
            self.add_to_state(node, -ONE_OPEN)

    def is_exact(self) -> bool:
        """Whether the root's value is that of a search of all paths."""
        return self.open_node(1, ROOT) == NONE and self.open_node(-1, ROOT) == NONE

    def open_node(self, challenger: int, node: int) -> int:
        """Where below a node the challenger has an untried move against best play; or NONE.

        Nodes without one are closed, until something is inserted below them.
        """
        if self.is_closed(node, challenger):
            return NONE
        if self.child(node) == NONE:
            return node
        if self.sign(node) != challenger:
            found = self.open_node(challenger, self.best_child(node))
        elif self.untried_count(node) > 0:
            found = node
        else:
            child, found = self.child(node), NONE
            while child != NONE and found == NONE:
                found = self.open_node(challenger, child)
                child = self.sibling(child)
        if found == NONE:
            self.mark_closed(node, challenger)
        return found

    def is_closed(self, node: int, challenger: int) -> bool:
        """Whether the challenger is known to have nothing left to try below."""
        closed = CLOSED_TO_MAX if challenger > 0 else CLOSED_TO_MIN
        return self.is_finished(node) or self.state(node) & closed != 0

    def mark_closed(self, node: int, challenger: int) -> None:
        closed = CLOSED_TO_MAX if challenger > 0 else CLOSED_TO_MIN
        self.nodes[node].state |= closed

    def close(self, node: int, challenger: int) -> None:
        """Close a node, and those above it from which the opponent's best play leads to it."""
        self.mark_closed(node, challenger)
        while node != ROOT and self.sign(self.parent(node)) != challenger:
            node = self.parent(node)
            self.mark_closed(node, challenger)

    def reopen(self, node: int) -> None:
        """Reopen a node and all nodes above it, for both players."""
        while node != NONE:
            closed = self.state(node) & (CLOSED_TO_MAX | CLOSED_TO_MIN)
            self.add_to_state(node, -closed)
            node = self.parent(node)

    def best_child(self, node: int) -> int:
        return self.nodes[node].best & (UPPER - 1)

    def set_best(self, node: int, child: int) -> None:
        self.nodes[node].best = child + UPPER * self.last_open(node)

    def last_open(self, node: int) -> int:
        """The child that `next_open_child` returned last, or NONE."""
        return self.nodes[node].best >> 32

    def set_last_open(self, node: int, child: int) -> None:
        self.nodes[node].best = self.best_child(node) + UPPER * child

    def oldest_best(self, node: int) -> int:
        """The child with the largest value for MAX, or the smallest for MIN.

        Of equal children it is the oldest, which is the last one: so the best line is stable.
        """
        best = child = self.child(node)
        while child != NONE:
            if self.value(child) * self.sign(node) >= self.value(best) * self.sign(node):
                best = child
            child = self.sibling(child)
        return best

    def next_open_child(self, node: int, challenger: int) -> int:
        """The next child that is not closed to the challenger, in rotation; or NONE."""
        child = self.open_from(self.sibling(self.last_open(node)), challenger)
        if child == NONE:
            child = self.open_from(self.child(node), challenger)
        self.set_last_open(node, child)
        return child

    def open_from(self, child: int, challenger: int) -> int:
        """The first of a child and its later siblings that is not closed, or NONE."""
        while child != NONE and self.is_closed(child, challenger):
            child = self.sibling(child)
        return child

    def fitness(self, leaf: int) -> int:
        """The height from the bottom that a leaf's value attains: 1 if only the leaf has it."""
        node, height = leaf, 1
        while node != ROOT and self.value(self.parent(node)) == self.value(leaf):
            node, height = self.parent(node), height + 1
        return height

    # -- freeing nodes: `pruning.py` of this package says which -------------------------

    def capacity(self) -> int:
        return len(self.nodes) - 1

    def mark(self, node: int) -> None:
        self.nodes[node].state |= MARKED

    def unmark(self, node: int) -> None:
        """Remove the mark, and reopen the node."""
        closed = self.state(node) & (CLOSED_TO_MAX | CLOSED_TO_MIN)
        self.add_to_state(node, UNMARKED - MARKED - closed)

    def is_marked(self, node: int) -> bool:
        return self.state(node) & MARKS == MARKED

    def is_free(self, node: int) -> bool:
        return self.state(node) & MARKS == FREE

    def free(self, node: int) -> None:
        self.nodes[node].state = FREE
        self.set_sibling(node, self.first_free)
        self.first_free = node
        self.count -= 1

    def unlink_unmarked(self, node: int) -> None:
        """Unlink the children that are not marked."""
        child = self.child(node)
        self.unlink_all(node)
        while child != NONE:
            after = self.sibling(child)
            if self.is_marked(child):
                self.link(node, child)
            elif not self.is_finished(node):
                self.add_to_state(node, ONE_UNTRIED + ONE_OPEN * self.is_finished(child))
            child = after

    # -- interpreted only -------------------------------------------------------------

    def remove_unfinished_path(self) -> None:
        """Remove a path whose insertion was interrupted, and compute all values again."""
        self._update(ROOT)

    def _update(self, node: int) -> bool:
        """Update a node and all below it; return whether it has a value."""
        below: list[int] = []
        child = self.child(node)
        while child != NONE:
            below.append(child)
            child = self.sibling(child)
        kept = [child for child in below if self._update(child)]
        self._link(node, kept)
        self.add_to_state(node, (len(below) - len(kept)) * ONE_UNTRIED)
        best = self.oldest_best(node)
        self.set_best(node, best)
        if kept:
            self.nodes[node].value = self.value(best)
        return bool(kept) or self.is_finished(node)

    def _link(self, node: int, children: list[int]) -> None:
        self.unlink_all(node)
        for child in reversed(children):
            self.link(node, child)

    def line(self, first: int | None = None) -> tuple[int, ...]:
        """The best line in the tree; after a first move, if one is given."""
        moves: list[int] = []
        node = self.best_child(ROOT) if first is None else self.child_by_move(ROOT, first)
        while node != NONE:
            moves.append(self.move(node))
            node = self.best_child(node)
        return tuple(moves)
