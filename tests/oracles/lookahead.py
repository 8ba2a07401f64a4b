"""Minimax over any two-player game, by its definition, each state once."""

from __future__ import annotations

from functools import cache
from typing import Any

THE_END = 1000


@cache
def value(game: Any, state: Any, depth: int = THE_END) -> float:
    """To the player to move, `depth` plies ahead; at the horizon it is guessed."""
    player = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return game.evaluate(state, player)
    return max(after(game, state, move, depth) for move in game.moves(state))


def after(game: Any, state: Any, move: int, depth: int = THE_END) -> float:
    """What a move is worth to the player who makes it."""
    child = game.result(state, move)
    worth = value(game, child, depth - 1)
    return worth if game.to_move(child) == game.to_move(state) else -worth
