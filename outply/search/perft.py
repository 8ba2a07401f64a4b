"""Perft: count the positions at a depth, the test that every move generator must pass."""

from __future__ import annotations

from typing import Any

from outply.compiler import NotCompilable, kernel
from outply.game import CHANCE, Game, OutplyError
from outply.search.base import MAX_DEPTH

__all__ = ["count_leaves", "perft"]


def count_leaves(game: Game[Any], state: Any, depth: int) -> int:
    """Count the positions that are exactly `depth` plies away; outcomes of chance are no plies.

    A game that ends before has no such position. The same position counts once for each line
    that leads to it.
    """
    if depth == 0:
        return 1
    if game.is_terminal(state):
        return 0
    leaves = 0
    if game.to_move(state) == CHANCE:
        for outcome, _ in game.outcomes(state):
            leaves += count_leaves(game, game.result(state, outcome), depth)
        return leaves
    if depth == 1:  # each move leads to a leaf, whatever the leaf is
        for _ in game.moves(state):
            leaves += 1
        return leaves
    for move in game.moves(state):
        leaves += count_leaves(game, game.result(state, move), depth - 1)
    return leaves


def perft(game: Game[Any], state: Any, depth: int, compiled: bool | None = None) -> int:
    """`count_leaves`, compiled where the game allows."""
    if not 0 <= depth <= MAX_DEPTH:
        raise OutplyError(f"The depth is {depth}; give 0 to {MAX_DEPTH}.")
    if compiled is not False:
        try:
            return int(kernel(count_leaves, game)(state, depth))
        except NotCompilable:
            if compiled:
                raise
    return count_leaves(game, state, depth)
