"""Perft: count the positions at a depth, the test that every move generator must pass."""

from __future__ import annotations

from typing import Any

from outply.compiler import NotCompilable, kernel
from outply.game import CHANCE, Game, OutplyError
from outply.search.base import MAX_DEPTH

__all__ = ["count_leaves", "count_lines", "divide", "perft"]


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


def count_lines(game: Game[Any], state: Any, depth: int) -> int:
    """Count the lines of `depth` plies, also those that go on where the game is over early.

    This is what chess programs count: a draw by rule does not end a line, only a mate does.
    """
    if depth == 0:
        return 1
    lines = 0
    for move in game.moves(state):
        lines += 1 if depth == 1 else count_lines(game, game.result(state, move), depth - 1)
    return lines


def perft(game: Game[Any], state: Any, depth: int, compiled: bool | None = None) -> int:
    """Count the positions `depth` plies away, compiled where the game allows.

    If the game tells early ends from others (`ends_early`), lines go on after early ends.
    """
    if not 0 <= depth <= MAX_DEPTH:
        raise OutplyError(f"The depth is {depth}; give 0 to {MAX_DEPTH}.")
    count = count_lines if _goes_on(game) else count_leaves
    if compiled is not False:
        try:
            return int(kernel(count, game)(state, depth))
        except NotCompilable:
            if compiled:
                raise
    return count(game, state, depth)


def divide(game: Game[Any], state: Any, depth: int, compiled: bool | None = None) -> dict[Any, int]:
    """The count below each move or outcome: where two programs differ, this shows the move."""
    if depth == 0 or (game.is_terminal(state) and not _goes_on(game)):
        return {}
    if game.to_move(state) == CHANCE:
        return {
            outcome: perft(game, game.result(state, outcome), depth, compiled)
            for outcome, _ in game.outcomes(state)
        }
    return {
        move: perft(game, game.result(state, move), depth - 1, compiled)
        for move in game.moves(state)
    }


def _goes_on(game: Game[Any]) -> bool:
    """Whether lines are counted on after an early end."""
    return type(game).ends_early is not Game.ends_early and not game.traits.chance
