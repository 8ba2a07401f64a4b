"""What moves led to: a line as people write it, who got what, who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outply.game import Game

__all__ = ["line_texts", "utilities", "winner"]


def line_texts(game: Game[Any], state: Any, line: Sequence[int]) -> list[str]:
    """Moves played one after the other from `state`, each as people write it."""
    texts = []
    for move in line:
        texts.append(game.format_move(state, move))
        state = game.result(state, move)
    return texts


def utilities(game: Game[Any], state: Any) -> tuple[float, ...]:
    """What each player got, at the end of a game."""
    return tuple(game.utility(state, player) for player in range(game.traits.players))


def winner(game: Game[Any], state: Any) -> int | None:
    """The one player who got the most, at the end of a game; None where several did."""
    got = utilities(game, state)
    best = [player for player, utility in enumerate(got) if utility == max(got)]
    return best[0] if len(best) == 1 else None
