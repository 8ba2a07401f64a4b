"""When the tree is full, what was visited least is given up."""

from __future__ import annotations

from outply.game import CHANCE
from outply.search.mcts.nodes import NONE, ROOT, Nodes

__all__ = ["keep_below", "recycle"]

KEPT = 0.5  # of the capacity, at most


def recycle(tree: Nodes) -> None:
    """Give up the families that fewest simulations came by, so that half of the room is free.

    What is known of the moves that led there stays.
    """
    least = 1
    while cells_kept(tree, least) > KEPT * tree.capacity():
        least *= 2
    compact(tree, least)


def keep_below(tree: Nodes, node: int) -> None:
    """A move was played: the tree begins behind it."""
    tree.become_root(node)
    compact(tree, 0)
    family = tree.family(ROOT)
    if family != NONE and tree.has_narrowed(family) and tree.player(family) != CHANCE:
        tree.narrow(NONE, ROOT, tree.surest(family), tree.hopes(family))


def cells_kept(tree: Nodes, least: int) -> int:
    """How many cells the families have that at least so many simulations came by."""
    cells, family = 0, tree.first_family()
    while family < tree.top():
        if tree.visited(family) >= least:
            cells += 1 + tree.count(family)
        family += 1 + tree.count(family)
    return cells


def compact(tree: Nodes, least: int) -> None:
    """Move all families that stay together, in their order: parents stay before their children.

    A family whose owner was given up, or whose owner has another, is given up too.
    """
    free = family = tree.first_family()
    tree.begin_compacting()
    while family < tree.top():
        size = 1 + tree.count(family)
        if tree.is_alive(family) and tree.visited(family) >= least:
            tree.move_family(family, free)
            free += size
        else:
            tree.give_up(family)
        family += size
    tree.end_compacting(free)
