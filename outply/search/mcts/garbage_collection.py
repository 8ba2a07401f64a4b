"""Garbage collection: a full tree gives up its least-visited nodes."""

from __future__ import annotations

from outply.game import CHANCE
from outply.search.mcts.search_tree import NONE, ROOT, SearchTree

__all__ = ["collect_garbage", "keep_below"]

MOST_KEPT = 0.5  # of the capacity


def collect_garbage(tree: SearchTree) -> None:
    """Discard the children of the least-visited nodes, so that half of the cells are free.

    The statistics of those nodes stay.
    """
    least = 1
    while cells_kept(tree, least) > MOST_KEPT * tree.capacity():
        least *= 2
    compact(tree, least)


def keep_below(tree: SearchTree, node: int) -> None:
    """Make a node the root, after its move was played, and discard all that is not below it."""
    tree.make_root(node)
    compact(tree, 0)
    children = tree.children(ROOT)
    if children != NONE and tree.has_bounds(children) and tree.player(children) != CHANCE:
        tree.narrow(NONE, ROOT, tree.best_lower(children), tree.best_upper(children))


def cells_kept(tree: SearchTree, least: int) -> int:
    """How many cells are left if only children of nodes with at least `least` visits are kept."""
    cells, children = 0, tree.first_children()
    while children < tree.end():
        if tree.parent_visits(children) >= least:
            cells += 1 + tree.count(children)
        children += 1 + tree.count(children)
    return cells


def compact(tree: SearchTree, least: int) -> None:
    """Keep the children of nodes with `least` visits or more, and move them together.

    Their order stays, so parents stay before their children. Unreachable children are discarded.
    """
    free = children = tree.first_children()
    tree.begin_compacting()
    while children < tree.end():
        size = 1 + tree.count(children)
        if tree.is_reachable(children) and tree.parent_visits(children) >= least:
            tree.move_children(children, free)
            free += size
        else:
            tree.discard(children)
        children += size
    tree.end_compacting(free)
