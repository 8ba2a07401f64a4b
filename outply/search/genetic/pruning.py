"""When the reservation tree is full, what matters least is given up: marked is what stays."""

from __future__ import annotations

from outply.search.genetic.population import Population
from outply.search.genetic.reservation import NONE, ROOT, Reservation

__all__ = ["keep", "keep_principal", "keep_unfinished", "make_room", "sweep"]


def make_room(depth: int, tree: Reservation, people: Population) -> None:
    """If the tree is full, give up what is below finished nodes; if that is little, much more."""
    if tree.is_full(depth):
        keep_unfinished(tree)
        prune(tree, people)
        if tree.is_full(tree.size() // 4):
            prune(tree, people)
        if tree.is_full(depth):  # of so many, that only the parents' paths can stay
            people.judge(tree)
            people.select()
            prune(tree, people)


def prune(tree: Reservation, people: Population) -> None:
    """Keep what is marked, everyone's path, best play, and what their values are from."""
    keep_principal(tree)
    for index in range(people.count):
        keep(tree, people.leaf(index))
    sweep(tree)


def keep(tree: Reservation, leaf: int) -> None:
    """Mark a path from the root to a leaf, and at each of its nodes what its value is from."""
    node = leaf
    while node != NONE:
        tree.mark(node)
        mark_line(tree, tree.best_child(node))
        node = tree.parent(node)


def keep_principal(tree: Reservation) -> None:
    """Mark best play, and what refutes the moves beside it, as far as a quarter has room."""
    node, marked = ROOT, 0
    while node != NONE:
        tree.mark(node)
        child = tree.child(node)
        while child != NONE and marked < tree.capacity() // 4:
            marked += mark_line(tree, child)
            child = tree.sibling(child)
        node = tree.best_child(node)


def keep_unfinished(tree: Reservation) -> None:
    """Mark all nodes, but below finished ones, whose values cannot change, only best play."""
    for node in range(1, tree.top + 1):
        is_used = not tree.is_given_up(node)
        if is_used and (node == ROOT or not tree.is_finished(tree.parent(node))):
            if tree.is_finished(node):
                mark_line(tree, node)
            else:
                tree.mark(node)


def mark_line(tree: Reservation, node: int) -> int:
    """Mark a node and best play below it; how many were not marked before."""
    marked = 0
    while node != NONE and not tree.is_marked(node):
        tree.mark(node)
        node, marked = tree.best_child(node), marked + 1
    return marked


def sweep(tree: Reservation) -> None:
    """Give up all nodes that are not marked; the values of the others stay as they are."""
    for node in range(1, tree.top + 1):
        if tree.is_marked(node):
            tree.drop_children(node)
    for node in range(1, tree.top + 1):
        if tree.is_marked(node):
            tree.unmark(node)
        elif not tree.is_given_up(node):
            tree.give_up(node)
