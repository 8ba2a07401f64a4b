"""The value of a game with dice, by exact fractions and the plainest recursion.

Utilities and evaluations are taken from the rules; nothing of any search is used.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def worth(game: Any, state: Any, depth: int, player: int) -> Fraction:
    """To a player whom all others work against; `depth` counts moves of players."""
    if game.is_terminal(state):
        return Fraction(game.utility(state, player))
    if depth == 0:
        return Fraction(game.evaluate(state, player))
    mover = game.to_move(state)
    if mover < 0:
        terms = [
            (Fraction(chance), worth(game, game.result(state, roll), depth, player))
            for roll, chance in game.outcomes(state)
        ]
        return sum((chance * value for chance, value in terms), Fraction(0))
    values = [worth(game, game.result(state, m), depth - 1, player) for m in game.moves(state)]
    return max(values) if mover == player else min(values)


def shares(game: Any, state: Any, depth: int) -> tuple[float, ...]:
    """What each player gets if all go for their own; of equal moves the first."""
    if game.is_terminal(state):
        return tuple(game.utility(state, p) for p in range(game.players))
    if depth == 0:
        return tuple(game.evaluate(state, p) for p in range(game.players))
    ways = [shares(game, game.result(state, m), depth - 1) for m in game.moves(state)]
    return max(ways, key=lambda way: way[game.to_move(state)])
