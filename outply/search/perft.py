"""Counting the leaves of the game tree: the test that every move generator must pass."""

from __future__ import annotations

from typing import Any

from outply.compiler import NotCompilable, kernel
from outply.game import CHANCE, Game, OutplyError
from outply.search.base import MAX_DEPTH

__all__ = ["count_leaves", "perft"]


def count_leaves(game: Game[Any], state: Any, depth: int) -> int:
    """Positions `depth` plies on, what chance does not counted; one that is over counts once."""
    if depth == 0 or game.is_terminal(state):
        return 1
    leaves = 0
    if game.to_move(state) == CHANCE:
        for outcome, _ in game.outcomes(state):
            leaves += count_leaves(game, game.result(state, outcome), depth)
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
