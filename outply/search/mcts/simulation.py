"""One simulation: its path through the tree, its payoffs, its moves and its random numbers.

A visit is counted on the way down and its value is added on the way back. Two threads that write
to one node wait for each other, and near the root both write at each simulation. So a thread
collects its updates of nodes with many visits (batched updates) and writes them together: a node
lacks only a small part of its visits.
"""

from __future__ import annotations

from outply.compiler.records import Array, Record
from outply.game import CHANCE
from outply.search.mcts.search_tree import NONE, ROOT, SearchTree
from outply.search.mcts.settings import TUNED
from outply.search.random_numbers import RandomNumbers

__all__ = ["MOST_PLAYERS", "MOST_STEPS", "Simulation", "add_value", "count_visit", "write_batches"]

MOST_PLAYERS = 64
MOST_STEPS = 2048
MOVE_SLOTS = 4096
BATCHES = 256
MANY_VISITS = 128  # from here on, updates of a node are batched
BATCHED_SHARE = 8  # all threads together batch at most one visit in eight
LARGEST_BATCH = 32  # visits


class Step(Record):
    """A step of the path."""

    children: int
    node: int


class PlayedMove(Record):
    """A move of the simulation."""

    move: int
    tag: int  # 64 * the number of the simulation + the player
    ply: int  # the last at which the player made the move


class UpdateBatch(Record):
    """Updates of one node that are not yet written to the tree."""

    node: int  # NONE if there are none
    visits: int
    value_sum: float
    square_sum: float


class Simulation(RandomNumbers, checked=False):
    """The simulation under way; a thread uses one record for all its simulations."""

    length: int  # of the path
    plies: int  # of the path and the playout
    number: int  # of this simulation
    payoffs: Array[float]  # of each player, from 0 to 1
    references: Array[int]  # each player's children on the path whose RAVE values count, or NONE
    steps: Array[Step]

    # Found by some bits of move and player; of two moves that share a slot the later one is kept.
    # So a simulation with many moves loses a few of them, and RAVE learns a little less.
    moves: Array[PlayedMove]

    batches: Array[UpdateBatch]  # found by some bits of the node

    def __init__(self, seed: int) -> None:
        super().__init__(
            payoffs=MOST_PLAYERS,
            references=MOST_PLAYERS,
            steps=MOST_STEPS,
            moves=MOVE_SLOTS,
            batches=BATCHES,
        )
        self.seed(seed)

    def begin(self, players: int) -> None:
        self.length = self.plies = 0
        for player in range(players):
            self.set_reference(player, NONE)
        self.number += 1

    # -- the path ---------------------------------------------------------------------

    def append(self, children: int, node: int) -> None:
        """Add a step to the path."""
        step = self.steps[self.length]
        step.children, step.node = children, node
        self.length += 1

    def children(self, ply: int) -> int:
        return self.steps[ply].children

    def node(self, ply: int) -> int:
        return self.steps[ply].node

    def reference(self, player: int) -> int:
        return self.references[player]

    def set_reference(self, player: int, children: int) -> None:
        self.references[player] = children

    def end(self) -> None:
        """All nodes of the path are updated."""
        self.length = 0

    def undo(self, tree: SearchTree) -> int:
        """Take back the visits of an unfinished simulation; returns how many there were, 0 or 1."""
        is_unfinished = self.length > 0
        for ply in range(self.length):
            tree.visit_child(self.children(ply), self.node(ply), -1)
        self.end()
        return int(is_unfinished)

    # -- payoffs ----------------------------------------------------------------------

    def payoff(self, player: int) -> float:
        """From 0 to 1; for chance, that of MAX."""
        return self.payoffs[max(player, 0)]

    def set_payoff(self, player: int, value: float) -> None:
        self.payoffs[player] = value

    # -- moves, for RAVE --------------------------------------------------------------

    def add_move(self, player: int, move: int) -> None:
        played = self.slot(player, move)
        played.move, played.tag, played.ply = move, self.tag(player), self.plies
        self.plies += 1

    def has_move(self, player: int, move: int, ply: int) -> bool:
        """Whether a player made a move at a ply or later."""
        played = self.slot(player, move)
        return played.move == move and played.tag == self.tag(player) and played.ply >= ply

    def tag(self, player: int) -> int:
        return MOST_PLAYERS * self.number + player

    def slot(self, player: int, move: int) -> PlayedMove:
        return self.moves[(move ^ move >> 12 ^ player << 11) & (MOVE_SLOTS - 1)]

    # -- batched updates --------------------------------------------------------------

    def batch(self, node: int) -> UpdateBatch:
        """Where the updates of a node are collected, or those of another with the same bits."""
        return self.batches[node & (BATCHES - 1)]


def count_visit(children: int, node: int, tree: SearchTree, simulation: Simulation) -> None:
    """Count a visit of one of a node's children, at once or in a batch."""
    if not tree.is_shared():
        tree.visit_child(children, node, 1)
        return
    if tree.parent(children) == ROOT:
        count_shared_visit(ROOT, tree, simulation)
    count_shared_visit(node, tree, simulation)


def count_shared_visit(node: int, tree: SearchTree, simulation: Simulation) -> None:
    visits = tree.visits(node)
    if visits < MANY_VISITS:
        tree.add_visits(node, 1)
        return
    batch, most = simulation.batch(node), visits // (BATCHED_SHARE * tree.threads)
    if batch.node != node or batch.visits >= min(most, LARGEST_BATCH):
        write_batch(batch, tree)
        clear_batch(batch, node)
    batch.visits += 1


def add_value(
    node: int, player: int, value: float, tree: SearchTree, simulation: Simulation
) -> None:
    """Add the value of a visit to the player who made the move, at once or in a batch."""
    batch, has_squares = simulation.batch(node), player != CHANCE and tree.policy == TUNED
    if tree.is_shared() and batch.node == node:
        batch.value_sum += value
        if has_squares:
            batch.square_sum += value * value
        return
    tree.add_value(node, value)
    if has_squares:
        tree.add_auxiliary(node, value * value)


def write_batch(batch: UpdateBatch, tree: SearchTree) -> None:
    if batch.node != NONE:
        tree.add_visits(batch.node, batch.visits)
        tree.add_value(batch.node, batch.value_sum)
        if tree.policy == TUNED:
            tree.add_auxiliary(batch.node, batch.square_sum)


def clear_batch(batch: UpdateBatch, node: int) -> None:
    batch.node, batch.visits, batch.value_sum, batch.square_sum = node, 0, 0.0, 0.0


def write_batches(tree: SearchTree, simulation: Simulation) -> None:
    """Write all batches to the tree, when no thread is running; only Python calls this."""
    for batch in simulation.batches:
        write_batch(batch, tree)
        clear_batch(batch, NONE)
