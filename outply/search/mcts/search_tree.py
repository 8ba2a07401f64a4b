"""The tree of Monte-Carlo tree search, as an array of cells.

A cell is 8 words, the size of a cache line. The children of a node are consecutive cells: a header,
which says who chooses among them, and one node for each move (or outcome of chance), in the order
of the game. `children` is always the number of a header:

    node 4 (the root)   children = 5
    header 5            parent = 4, count = 2
    node 6              the first move
    node 7              the second move, children = 20

Children lie behind their parents, so one pass in the order of cells meets parents first. In a game
with hidden information children have no parent: an index finds them by what their player observes.
"""

from __future__ import annotations

from outply.compiler.records import Array, Atomic, Record, overlay
from outply.game import Bits
from outply.search.mcts.settings import MctsSettings, MctsSettingsRecord

__all__ = ["NONE", "ROOT", "Node", "SearchTree"]

CELL = 64  # bytes
NONE, ROOT = 0, 4  # the cells between are not used
UNUSED = -1  # the parent in the header of cells that hold no children
MEGABYTE = 1 << 20


class Node(Record):
    """The cell of a move or outcome."""

    move: Atomic[int]

    # A visit is counted during selection and its value is added during backpropagation. In between
    # it is a virtual loss, so that threads spread. The root has one visit more than there were.
    visits: Atomic[int]

    # The sum of the simulations' values to the player who chose the move (to MAX, if chance did),
    # each from 0, the least utility of the game, to 1, the most.
    value_sum: Atomic[float]

    children: Atomic[int]  # NONE until the node is expanded
    lower: Atomic[float]  # proved bounds of the value, on the same scale
    upper: Atomic[float]

    # The sum of squared values (TUNED), the prior (PUCT), the probability of an outcome, or the
    # sum of values of all simulations that have the move later (RAVE).
    auxiliary: Atomic[float]
    rave_visits: Atomic[int]


class Header(Record):
    """The cell before a node's children."""

    parent: Atomic[int]
    count: Atomic[int]
    player: Atomic[int]
    visits: Atomic[int]  # in games with hidden information
    key: Atomic[Bits]  # of the observation, in games with hidden information
    has_bounds: Atomic[bool]  # whether a child has narrower bounds than the game's utilities
    unused: int
    unused_too: int


class FirstFree(Record):
    cell: Atomic[int]


class SearchTree(MctsSettingsRecord, checked=False):
    """A tree with a limited number of megabytes, and the settings of its search."""

    full: Atomic[bool]
    threads: int  # that use it at the same time

    # The first free cell. It has a cache line to itself, since a thread that changes it takes the
    # whole line from the others.
    first_free: Array[FirstFree]

    nodes: Array[Node]
    headers: Array[Header] = overlay("nodes")
    index: Array[Atomic[int]]  # children by the observation of their player

    def __init__(self, megabytes: float, settings: MctsSettings) -> None:
        bytes_each = CELL + 8 if settings.hidden else CELL
        capacity = int(megabytes * MEGABYTE) // bytes_each
        super().__init__(
            nodes=capacity,
            index=capacity if settings.hidden else 0,
            first_free=1,
            large_pages=not settings.hidden,  # an index is touched all over
        )
        self.apply(settings)
        self.first_free[0].cell = ROOT + 1
        self.full = False
        self.write_node(ROOT, 0)
        self.nodes[ROOT].visits = 1

    def write_node(self, number: int, move: int) -> None:
        """Write a node without visits."""
        node = self.nodes[number]
        node.move, node.visits, node.value_sum = move, 0, 0.0
        node.children, node.lower, node.upper = NONE, 0.0, 1.0
        node.auxiliary, node.rave_visits = 0.0, 0

    # -- children ---------------------------------------------------------------------

    def allocate(self, count: int) -> int:
        """Cells for a header and `count` nodes; NONE, and the tree is full, if there are none."""
        free = self.first_free[0]
        children = free.cell
        if children + count + 1 > self.capacity():
            self.full = True
            return NONE
        if not self.is_shared():
            free.cell = children + count + 1
            return children
        return self.allocate_shared(count)

    def allocate_shared(self, count: int) -> int:
        """Allocate atomically; the first thread that finds too few cells marks them as unused."""
        children, capacity = self.first_free[0].fetch_add("cell", count + 1), self.capacity()
        if children + count + 1 <= capacity:
            return children
        if children < capacity:
            self.write_header(children, UNUSED, capacity - children - 1, 0)
        self.full = True
        return NONE

    def write_header(self, children: int, parent: int, count: int, player: int) -> None:
        """Write the header; the nodes are written next, and then the children are attached."""
        header = self.headers[children]
        header.parent, header.count, header.player = parent, count, player
        header.visits, header.has_bounds = 0, False

    def attach(self, children: int, parent: int) -> None:
        """Set a node's children; those of another thread that was first become garbage."""
        self.nodes[parent].exchange("children", children)

    def attach_observed(self, children: int, key: Bits) -> None:
        """Let the index find children by the observation of their player."""
        self.headers[children].key = key
        self.index[self.index_place(key)] = children

    def children_observed(self, key: Bits) -> int:
        """The children for an observation; NONE if it is new."""
        return self.index[self.index_place(key)]

    def index_place(self, key: Bits) -> int:
        """Where in the index the children with this key are, or belong."""
        size: Bits = len(self.index)
        place: int = int(key % size)
        while True:
            children = self.index[place]
            if children == NONE or self.headers[children].key == key:
                return place
            place = place + 1 if place + 1 < len(self.index) else 0

    def children(self, node: int) -> int:
        return self.nodes[node].children

    def parent(self, children: int) -> int:
        return self.headers[children].parent

    def count(self, children: int) -> int:
        """How many nodes follow the header."""
        return self.headers[children].count

    def child_nodes(self, children: int) -> range:
        return range(children + 1, children + 1 + self.headers[children].count)

    def player(self, children: int) -> int:
        """Who chooses among them; CHANCE for outcomes."""
        return self.headers[children].player

    def parent_visits(self, children: int) -> int:
        """The visits of the node whose children they are, with the present one."""
        if self.hidden:
            return self.headers[children].visits + 1
        return self.visits(self.parent(children)) if self.parent(children) > NONE else 0

    def visited_children(self, node: int) -> list[int]:
        """The children of a node that simulations chose; only Python calls this."""
        if (children := self.children(node)) == NONE:
            return []
        return [child for child in self.child_nodes(children) if self.visits(child)]

    # -- memory -----------------------------------------------------------------------

    def is_full(self) -> bool:
        return self.full

    def set_threads(self, threads: int) -> None:
        """Say how many threads will use the tree at the same time; only Python calls this."""
        self.threads = threads

    def is_shared(self) -> bool:
        """Whether several threads use the tree."""
        return self.threads > 1

    def capacity(self) -> int:
        return len(self.nodes)

    def end(self) -> int:
        """The first free cell."""
        return min(self.first_free[0].cell, self.capacity())

    def first_children(self) -> int:
        """The header that comes first; the next one follows behind its nodes."""
        return ROOT + 1

    def begin_compacting(self) -> None:
        self.full = True
        for place in range(len(self.index)):
            self.index[place] = NONE

    def end_compacting(self, end: int) -> None:
        self.first_free[0].cell = end
        self.full = False

    def is_reachable(self, children: int) -> bool:
        """Whether their parent is still there, and has no other children."""
        if self.hidden:
            return True
        parent = self.parent(children)
        return parent > NONE and self.children(parent) == children

    def move_children(self, children: int, to: int) -> None:
        """Move header and nodes to cells before them, and update what refers to them."""
        for cell in range(1 + self.count(children)):
            self.nodes[to + cell].copy_from(self.nodes[children + cell])
        if self.hidden:
            self.attach_observed(to, self.headers[to].key)
        else:
            self.attach(to, self.parent(to))
        for node in self.child_nodes(to):
            if self.children(node) != NONE:
                self.headers[self.children(node)].parent = node

    def discard(self, children: int) -> None:
        """Give up children, and with them their own children."""
        if self.parent(children) == UNUSED:
            return
        if not self.hidden and self.is_reachable(children):
            self.attach(NONE, self.parent(children))
        for node in self.child_nodes(children):
            if self.children(node) != NONE:
                self.headers[self.children(node)].parent = NONE

    def make_root(self, node: int) -> None:
        """Let a node's children become those of the root; only what is below stays reachable."""
        children, visits = self.children(node), self.visits(node)
        self.attach(NONE, node)
        self.write_node(ROOT, 0)
        self.nodes[ROOT].visits = visits + 1
        if children != NONE:
            self.attach(children, ROOT)
            self.headers[children].parent = ROOT

    # -- statistics -------------------------------------------------------------------

    def move(self, node: int) -> int:
        return self.nodes[node].move

    def visits(self, node: int) -> int:
        return self.nodes[node].visits

    def value_sum(self, node: int) -> float:
        return self.nodes[node].value_sum

    def auxiliary(self, node: int) -> float:
        """The sum of squares, the prior, the probability or the sum of RAVE values."""
        return self.nodes[node].auxiliary

    def set_auxiliary(self, node: int, amount: float) -> None:
        self.nodes[node].auxiliary = amount

    def rave_visits(self, node: int) -> int:
        return self.nodes[node].rave_visits

    def add_visits(self, number: int, times: int) -> None:
        node = self.nodes[number]
        if self.is_shared():
            node.fetch_add("visits", times)
        else:
            node.visits += times

    def visit_child(self, children: int, node: int, times: int) -> None:
        """Count visits of a child, and of its parent where the parent does not count them."""
        self.add_visits(node, times)
        if self.hidden:
            self.add_header_visits(children, times)
        elif self.parent(children) == ROOT:
            self.add_visits(ROOT, times)

    def add_header_visits(self, children: int, times: int) -> None:
        header = self.headers[children]
        if self.is_shared():
            header.fetch_add("visits", times)
        else:
            header.visits += times

    def add_value(self, number: int, value: float) -> None:
        node = self.nodes[number]
        if self.is_shared():
            node.fetch_add("value_sum", value)
        else:
            node.value_sum += value

    def add_auxiliary(self, number: int, amount: float) -> None:
        node = self.nodes[number]
        if self.is_shared():
            node.fetch_add("auxiliary", amount)
        else:
            node.auxiliary += amount

    def add_rave_value(self, number: int, value: float) -> None:
        node = self.nodes[number]
        if self.is_shared():
            node.fetch_add("rave_visits", 1)
        else:
            node.rave_visits += 1
        self.add_auxiliary(number, value)

    def add_to_root(self, value: float) -> None:
        """Count a simulation at the root of a game with hidden information: it has no children."""
        self.add_visits(ROOT, 1)
        self.add_value(ROOT, value)

    # -- bounds -----------------------------------------------------------------------

    def lower(self, node: int) -> float:
        return self.nodes[node].lower

    def upper(self, node: int) -> float:
        return self.nodes[node].upper

    def is_solved(self, node: int) -> bool:
        return self.nodes[node].lower >= self.nodes[node].upper

    def has_bounds(self, children: int) -> bool:
        """Whether a child has narrower bounds than the game's utilities."""
        return self.headers[children].has_bounds

    def narrow(self, children: int, node: int, lower: float, upper: float) -> bool:
        """Narrow the bounds of one of the children; returns whether they changed."""
        known = self.nodes[node]
        lower, upper = max(lower, known.lower), min(upper, known.upper)
        if lower == known.lower and upper == known.upper:
            return False
        known.lower = lower
        known.upper = max(lower, upper)  # if rounding made them cross
        if children != NONE:
            self.headers[children].has_bounds = True
        return True

    def best_lower(self, children: int) -> float:
        """What the player who chooses can get at least."""
        best = 0.0
        for node in self.child_nodes(children):
            best = max(best, self.nodes[node].lower)
        return best

    def best_upper(self, children: int) -> float:
        """What the player who chooses can get at most."""
        best = 0.0
        for node in self.child_nodes(children):
            best = max(best, self.nodes[node].upper)
        return best

    def expected_bounds(self, children: int) -> tuple[float, float]:
        """The bounds of the expectation over outcomes, to MAX."""
        lower = upper = total = 0.0
        for number in self.child_nodes(children):
            node = self.nodes[number]
            lower += node.auxiliary * node.lower
            upper += node.auxiliary * node.upper
            total += node.auxiliary
        return lower / total, upper / total
