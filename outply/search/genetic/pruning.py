"""Pruning of the reservation tree when its memory is full: marked nodes stay."""

from __future__ import annotations

from outply.search.genetic.population import Population
from outply.search.genetic.reservation_tree import NONE, ROOT, ReservationTree

__all__ = ["free_unmarked", "make_room", "mark_path", "mark_principal", "mark_unfinished"]


def make_room(tree: ReservationTree, population: Population) -> None:
    """Free nodes if the tree is full: first those below finished nodes, then many more."""
    depth = population.depth
    if tree.is_full(depth):
        mark_unfinished(tree)
        prune(tree, population)
        if tree.is_full(tree.size() // 4):
            prune(tree, population)
        if tree.is_full(depth):  # even so: keep only the paths of the survivors
            population.compute_fitness(tree)
            population.select_survivors()
            prune(tree, population)


def prune(tree: ReservationTree, population: Population) -> None:
    """Free all but the marked nodes, the paths of the population and the best line."""
    mark_principal(tree)
    for index in range(population.count):
        mark_path(tree, population.leaf(index))
    free_unmarked(tree)


def mark_path(tree: ReservationTree, leaf: int) -> None:
    """Mark a path from the root to a leaf, and at each of its nodes the line of its value."""
    node = leaf
    while node != NONE:
        tree.mark(node)
        mark_line(tree, tree.best_child(node))
        node = tree.parent(node)


def mark_principal(tree: ReservationTree) -> None:
    """Mark the best line, and the refutations of its alternatives, up to a quarter of the room."""
    node, marked = ROOT, 0
    while node != NONE:
        tree.mark(node)
        child = tree.child(node)
        while child != NONE and marked < tree.capacity() // 4:
            marked += mark_line(tree, child)
            child = tree.sibling(child)
        node = tree.best_child(node)


def mark_unfinished(tree: ReservationTree) -> None:
    """Mark all nodes; below a finished one, whose value cannot change, only the best line."""
    for node in range(1, tree.top + 1):
        is_used = not tree.is_free(node)
        if is_used and (node == ROOT or not tree.is_finished(tree.parent(node))):
            if tree.is_finished(node):
                mark_line(tree, node)
            else:
                tree.mark(node)


def mark_line(tree: ReservationTree, node: int) -> int:
    """Mark a node and the best line below it; return how many were not marked before."""
    marked = 0
    while node != NONE and not tree.is_marked(node):
        tree.mark(node)
        node, marked = tree.best_child(node), marked + 1
    return marked


def free_unmarked(tree: ReservationTree) -> None:
    """Free all nodes that are not marked; the values of the others do not change."""
    for node in range(1, tree.top + 1):
        if tree.is_marked(node):
            tree.unlink_unmarked(node)
    for node in range(1, tree.top + 1):
        if tree.is_marked(node):
            tree.unmark(node)
        elif not tree.is_free(node):
            tree.free(node)
