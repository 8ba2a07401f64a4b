"""Records searches that grow their tree path by path: Monte-Carlo and genetic searches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from outply.game import INFINITY, Game
from outply.search.base import Limit, Search
from outply.search.genetic import Genetic, ReservationSearch
from outply.search.mcts import MCTS
from outply.tree.events import Event, NodeChange
from outply.tree.labels import counted, number_text
from outply.tree.node import NO_PARENT
from outply.tree.recorded_tree import RecordedTree
from outply.tree.recorder import MOST_NODES, record

__all__ = ["grows", "record_growth", "record_steps"]

ONE_BY_ONE = 40
"""So many paths are recorded one by one; later steps have a fifth more paths each."""

UNVISITED = NodeChange(NO_PARENT, None, None, None)

Path = tuple[Any, ...]


def grows(search: Search) -> bool:
    """Whether a search grows its tree path by path."""
    return isinstance(search, ReservationSearch | MCTS)


def record_steps(
    search: Search, game: Game[Any], state: Any, limit: Limit, paths: Iterable[int]
) -> list[RecordedTree]:
    """The tree after each number of `paths`, each by another search with the same seed.

    The list ends where the search has no more paths.
    """
    if isinstance(search, Genetic):  # so that there is one tree, which grows
        search = replace(search, deepening=False, islands=1)
    trees: list[RecordedTree] = []
    for nodes in paths:
        tree = record(search, game, state, replace(limit, nodes=nodes))
        if tree.result and tree.result.nodes < nodes:
            break
        trees.append(tree)
    return trees


def record_growth(
    search: Search,
    game: Game[Any],
    state: Any = None,
    limit: Limit | None = None,
    *,
    most_nodes: int = MOST_NODES,
) -> RecordedTree:
    """The tree after all paths, with an event for each path, or for a few at a time later."""
    state = game.initial() if state is None else state
    limit = limit or Limit()
    tree = record(search, game, state, limit, most_nodes=most_nodes)
    paths = list(_steps(tree.result.nodes if tree.result else 0))
    trees = record_steps(search, game, state, limit, paths)
    return replace(tree, growth=tuple(_events(tree, trees, paths)))


def _steps(last: int) -> Iterator[int]:
    """The numbers of paths after which the tree is recorded."""
    paths = 0
    while paths < last:
        paths = min(last, paths + max(1, (paths - ONE_BY_ONE) // 5))
        yield paths


def _events(
    tree: RecordedTree, trees: Sequence[RecordedTree], paths: Sequence[int]
) -> Iterator[Event]:
    numbers = {path: index for index, path in enumerate(_paths(tree))}
    states = [_changes_from_nothing(numbers, step) for step in trees]
    for (first, last), (before, after) in zip(
        pairwise([0, *paths]), pairwise([{}, *states]), strict=False
    ):
        changes = tuple(c for node, c in after.items() if before.get(node) != c)
        passed = [c for c in changes if c[:3] != before.get(c.node, UNVISITED)[:3]]
        if passed:
            newest = max(passed, key=lambda change: tree.nodes[change.node].ply)
            text = _text(tree, first + 1, last, newest, len(passed))
            window = (-INFINITY, INFINITY)
            yield Event("path", newest.node, newest.value, *window, text, changes=changes)


def _changes_from_nothing(numbers: dict[Path, int], step: RecordedTree) -> dict[int, NodeChange]:
    """What each node has after a step; nodes that the last tree has no more are left out."""
    found: dict[int, NodeChange] = {}
    for path, node in zip(_paths(step), step.nodes, strict=True):
        if path in numbers:
            index = numbers[path]
            found[index] = NodeChange(index, node.value, node.visits, node.urgency)
    return found


def _paths(tree: RecordedTree) -> list[Path]:
    """The moves that lead to each node."""
    paths: list[Path] = []
    for node in tree.nodes:
        paths.append(() if node.parent == NO_PARENT else (*paths[node.parent], node.move))
    return paths


def _text(tree: RecordedTree, first: int, last: int, newest: NodeChange, passed: int) -> str:
    what = "Simulation" if tree.root.visits is not None else "Path"
    changed = counted(passed, "node")
    if first != last:
        return f"{what}s {first} to {last}: {changed} changed."
    moves = " ".join(_moves(tree, newest.node)) or "the root"
    value = "?" if newest.value is None else number_text(newest.value)
    return f"{what} {first}: {moves} has value {value}; {changed} changed."


def _moves(tree: RecordedTree, index: int) -> list[str]:
    moves: list[str] = []
    while index != NO_PARENT:
        moves.append(tree.move_text(index))
        index = tree.nodes[index].parent
    return [move for move in reversed(moves) if move]
