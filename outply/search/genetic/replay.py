"""A reservation tree told to a watch, node by node, as if it were searched once more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outply.game import Game
from outply.search.genetic.reservation import NONE, ROOT, Reservation
from outply.search.watch import Watch

__all__ = ["replay"]


def replay(game: Game[Any], state: Any, tree: Reservation, watch: Watch) -> None:
    """So a recorder makes a picture of it, with what the newest path changed."""
    _tell(game, state, tree, ROOT, 0, watch, set(_changed(tree)))


def _changed(tree: Reservation) -> Iterator[int]:
    node = tree.newest
    for _ in range(tree.changed):
        yield node
        node = tree.parent(node)


def _tell(
    game: Game[Any],
    state: Any,
    tree: Reservation,
    node: int,
    ply: int,
    watch: Watch,
    changed: set[int],
) -> None:
    watch.enter(state, ply)
    if node in changed:
        watch.changed()
    child = tree.child(node)
    if child == NONE:
        leave = watch.truth if game.is_terminal(state) else watch.guess
        leave(tree.value(node))
        return
    for move in game.moves(state):
        child = tree.by_move(node, move)
        if child != NONE:
            _tell(game, game.result(state, move), tree, child, ply + 1, watch, changed)
    watch.value(tree.value(node))
