"""Sequences of moves as text, read and written.

A single move is read by `Game.parse_move` (game.py); what a person types, by cli/typed_moves.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate
from typing import Any

from outply.choices import choices
from outply.game import Game, OutplyError

__all__ = ["line_texts", "replay"]

NUMBER = re.compile(r"^\d+\.+(?=\s|[A-Za-z])\s*")  # of a move, as in `1. e4 e5 2. Nf3`


def line_texts(game: Game[Any], state: Any, line: Sequence[int]) -> list[str]:
    """Format moves that are played one after the other from `state`."""
    states = accumulate(line, game.result, initial=state)
    return [game.format_move(before, move) for before, move in zip(states, line, strict=False)]


def replay(game: Game[Any], text: str, state: Any = None) -> tuple[Any, list[int]]:
    """Play the moves of a text, and return the state after them and the moves.

    Moves may be separated (`d3 c5`, `4,4,5`, `31 8/5 6/5 42`), numbered (`1. e4 e5 2. Nf3`) or run
    together (`445`): in each state, the longest legal move that the remaining text starts with is
    played.
    """
    state = game.initial() if state is None else state
    moves: list[int] = []
    rest = text.strip(" ,;\t\n")
    while rest:
        if game.is_terminal(state):
            raise OutplyError(f"{rest!r} comes after the game was over.")
        move, rest = _first_move(
            game, state, NUMBER.sub("", rest, count=1) if NUMBER.match(rest) else rest
        )
        moves.append(move)
        state = game.result(state, move)
    return state, moves


def _first_move(game: Game[Any], state: Any, text: str) -> tuple[int, str]:
    """Read the first move of a text, and return it with the rest of the text."""
    legal = choices(game, state)
    by_text = {game.format_move(state, move): move for move in legal}
    move, token = _parse_first(game, state, text, by_text)
    if move not in legal:
        raise OutplyError(f"{token!r} is not a legal move in {game.name} here.")
    return move, text[len(token) :].strip(" ,;\t\n")


def _parse_first(
    game: Game[Any], state: Any, text: str, by_text: dict[str, int]
) -> tuple[int, str]:
    """Read the first move of a text, and return it with the part of the text that names it."""
    whole = [name for name in by_text if re.match(re.escape(name) + r"(?=[\s,;]|$)", text, re.I)]
    if whole:
        token = text[: max(map(len, whole))]
        return game.parse_move(state, token), token
    most_words = max((len(name.split()) for name in by_text), default=1)
    for count in range(most_words, 0, -1):
        words = re.match(rf"[^\s,;]+(?:[ \t]+[^\s,;]+){{{count - 1}}}", text)
        if words:
            with suppress(OutplyError):
                return game.parse_move(state, words[0]), words[0]
    return _longest_prefix(game, state, re.split(r"[\s,;]", text)[0], by_text)


def _longest_prefix(
    game: Game[Any], state: Any, token: str, by_text: dict[str, int]
) -> tuple[int, str]:
    by_lower_text = {name.lower(): move for name, move in by_text.items()}
    prefixes = [name for name in by_lower_text if name and token.lower().startswith(name)]
    if not prefixes:
        return game.parse_move(state, token), token  # raises an error that lists the legal moves
    name = max(prefixes, key=len)
    return by_lower_text[name], token[: len(name)]
