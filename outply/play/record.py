"""Moves as people write them, played out."""

from __future__ import annotations

from typing import Any

from outply.game import Game, OutplyError
from outply.play.sight import choices

__all__ = ["replay"]


def replay(game: Game[Any], text: str, state: Any = None) -> tuple[Any, list[int]]:
    """The state after moves written one after the other, and the moves.

    They may stand apart (`d3 c5`, `4,4,5`) or run together (`445`): at each state, the
    longest legal move that the remaining text starts with is taken.
    """
    state = game.initial() if state is None else state
    moves: list[int] = []
    rest = text.strip(" ,;\t\n")
    while rest:
        if game.is_terminal(state):
            raise OutplyError(f"{rest!r} comes after the game was over.")
        move, rest = _first_move(game, state, rest)
        moves.append(move)
        state = game.result(state, move)
    return state, moves


def _first_move(game: Game[Any], state: Any, text: str) -> tuple[int, str]:
    token = text.replace(",", " ").replace(";", " ").split()[0]
    legal = choices(game, state)
    try:
        move = game.parse_move(state, token)
    except OutplyError:
        move, token = _longest_prefix(game, state, token, legal)
    if move not in legal:
        raise OutplyError(f"{token!r} is not a legal move in {game.name} here.")
    return move, text[len(token) :].strip(" ,;\t\n")


def _longest_prefix(game: Game[Any], state: Any, token: str, legal: list[int]) -> tuple[int, str]:
    written = {game.format_move(state, move).lower(): move for move in legal}
    fitting = [name for name in written if name and token.lower().startswith(name)]
    if not fitting:
        return game.parse_move(state, token), token  # raises, and lists what is legal
    name = max(fitting, key=len)
    return written[name], token[: len(name)]
