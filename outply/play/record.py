"""Moves as people write them, played out."""

from __future__ import annotations

import re
from typing import Any

from outply.game import Game, OutplyError
from outply.play.sight import choices

__all__ = ["replay"]


def replay(game: Game[Any], text: str, state: Any = None) -> tuple[Any, list[int]]:
    """The state after moves written one after the other, and the moves.

    They may stand apart (`d3 c5`, `4,4,5`, `31 8/5 6/5 42`) or run together (`445`): at each
    state, the longest legal move that the remaining text starts with is taken.
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
    legal = choices(game, state)
    written = {game.format_move(state, move): move for move in legal}
    move, token = _read(game, state, text, written)
    if move not in legal:
        raise OutplyError(f"{token!r} is not a legal move in {game.name} here.")
    return move, text[len(token) :].strip(" ,;\t\n")


def _read(game: Game[Any], state: Any, text: str, written: dict[str, int]) -> tuple[int, str]:
    """The first move of a text, and the part of it that says so."""
    whole = [name for name in written if re.match(re.escape(name) + r"(?=[\s,;]|$)", text, re.I)]
    if whole:
        said = text[: max(map(len, whole))]
        return game.parse_move(state, said), said
    most = max((len(name.split()) for name in written), default=1)
    for count in range(most, 0, -1):
        words = re.match(rf"[^\s,;]+(?:[ \t]+[^\s,;]+){{{count - 1}}}", text)
        if words:
            try:
                return game.parse_move(state, words[0]), words[0]
            except OutplyError:
                pass
    return _longest_prefix(game, state, re.split(r"[\s,;]", text)[0], written)


def _longest_prefix(
    game: Game[Any], state: Any, token: str, written: dict[str, int]
) -> tuple[int, str]:
    lower = {name.lower(): move for name, move in written.items()}
    fitting = [name for name in lower if name and token.lower().startswith(name)]
    if not fitting:
        return game.parse_move(state, token), token  # raises, and lists what is legal
    name = max(fitting, key=len)
    return lower[name], token[: len(name)]
