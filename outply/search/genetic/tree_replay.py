"""Replays a reservation tree to a watch, node by node, as if it were searched depth first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from outply.game import Game
from outply.search.genetic.reservation_tree import NONE, ROOT, ReservationTree
from outply.search.unsearched_positions import promising_moves
from outply.search.watch import Watch

__all__ = ["replay"]


class Replayed(NamedTuple):
    """A tree, the watch that it is replayed to, and the nodes that the newest path changed."""

    tree: ReservationTree
    watch: Watch
    changed: frozenset[int]


def replay(game: Game[Any], state: Any, tree: ReservationTree, watch: Watch) -> None:
    """Replay a tree, so that a recorder can draw it and what the newest path changed."""
    _replay_below(game, state, ROOT, 0, Replayed(tree, watch, frozenset(_changed(tree))))


def _changed(tree: ReservationTree) -> Iterator[int]:
    node = tree.newest
    for _ in range(tree.changed):
        yield node
        node = tree.parent(node)


def _replay_below(game: Game[Any], state: Any, node: int, ply: int, replayed: Replayed) -> None:
    tree, watch, changed = replayed
    watch.enter(state, ply)
    if node in changed:
        watch.changed()
    child = tree.child(node)
    if child == NONE:
        leave = watch.utility if game.is_terminal(state) else watch.evaluation
        leave(tree.value(node))
        return
    for move in promising_moves(game, state):
        child = tree.child_by_move(node, move)
        if child != NONE:
            _replay_below(game, game.result(state, move), child, ply + 1, replayed)
    watch.value(tree.value(node))
