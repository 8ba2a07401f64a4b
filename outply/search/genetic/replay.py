"""A reservation tree told to a watch, node by node, as if it were searched once more."""

from __future__ import annotations

from typing import Any

from outply.game import Game
from outply.search.genetic.reservation import NONE, ROOT, Reservation
from outply.search.watch import Watch

__all__ = ["replay"]


def replay(game: Game[Any], state: Any, tree: Reservation, watch: Watch) -> None:
    """So a recorder makes a picture of it."""
    _tell(game, state, tree, ROOT, 0, watch)


def _tell(
    game: Game[Any], state: Any, tree: Reservation, node: int, ply: int, watch: Watch
) -> None:
    watch.enter(state, ply)
    child = tree.child(node)
    if child == NONE:
        leave = watch.truth if game.is_terminal(state) else watch.guess
        leave(tree.value(node))
        return
    for move in game.moves(state):
        child = tree.by_move(node, move)
        if child != NONE:
            _tell(game, game.result(state, move), tree, child, ply + 1, watch)
    watch.value(tree.value(node))
