"""What moves led to: a line as people write it, who got what, who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outply.game import CHANCE, MAX, Game

__all__ = ["line_texts", "utilities", "valued_player", "winner", "winners"]


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


def winners(game: Game[Any], state: Any) -> list[int]:
    """The players who got the most, at the end of a game."""
    got = utilities(game, state)
    return [player for player, utility in enumerate(got) if utility == max(got)]


def winner(game: Game[Any], state: Any) -> int | None:
    """The one player who got the most, at the end of a game; None where several did."""
    best = winners(game, state)
    return best[0] if len(best) == 1 else None


def valued_player(game: Game[Any], state: Any) -> int:
    """Whose value a search of a state gives: that of who is to move; at chance, MAX's."""
    player = game.to_move(state)
    return MAX if player == CHANCE else player
