"""SSS* as Stockman wrote it (1979): a list of open states, the best of them expanded.

A state is a node, whether it is solved, and a merit: an upper bound on what MAX gets by any
strategy that is begun here. A node is the path to it, a tuple of child numbers; MAX moves at even
levels. The tree is nested lists of numbers. Shares no code with the searches.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Path = tuple[int, ...]


class State(NamedTuple):
    node: Path
    solved: bool
    merit: float


def sss_star(tree: Any) -> tuple[float, list[Path]]:
    """The value of a tree to MAX, and its leaves in the order in which they are evaluated.

    Of states with equal merit, the leftmost in the tree goes first.
    """
    opened = [State((), False, float("inf"))]
    leaves: list[Path] = []
    while True:
        best = min(opened, key=lambda state: (-state.merit, state.node))
        opened.remove(best)
        node, solved, merit = best
        if solved and node == ():
            return merit, leaves
        if not solved:
            opened += begun(tree, best, leaves)
        elif is_max(node):
            opened.append(after_max(tree, best))
        else:
            parent = node[:-1]
            opened = [other for other in opened if other.node[: len(parent)] != parent]
            opened.append(State(parent, True, merit))


def begun(tree: Any, live: State, leaves: list[Path]) -> list[State]:
    """A leaf is solved; MAX opens all its moves, MIN its first."""
    node, _, merit = live
    below = subtree(tree, node)
    if not isinstance(below, list):
        leaves.append(node)
        return [State(node, True, min(merit, below))]
    moves = len(below) if is_max(node) else 1
    return [State((*node, move), False, merit) for move in range(moves)]


def after_max(tree: Any, solved: State) -> State:
    """MIN goes on to its next move; after the last, it is solved itself."""
    (*parent, move), _, merit = solved
    if move + 1 < len(subtree(tree, tuple(parent))):
        return State((*parent, move + 1), False, merit)
    return State(tuple(parent), True, merit)


def is_max(node: Path) -> bool:
    return len(node) % 2 == 0


def subtree(tree: Any, node: Path) -> Any:
    for move in node:
        tree = tree[move]
    return tree
