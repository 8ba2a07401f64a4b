"""Moves and positions as the protocols write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outply.game import Game, OutplyError

__all__ = ["line_text", "move_text", "parsed_move"]

SPACE = "_"  # in a move whose text has spaces, which the protocols do not allow


def move_text(game: Game[Any], state: Any, move: Any) -> str:
    """A move in UCI's notation if the game has one (`uci`), else in its own."""
    write = getattr(game, "uci", getattr(game, "format_uci", game.format_move))
    return SPACE.join(str(write(state, move)).split())


def parsed_move(game: Game[Any], state: Any, text: str) -> Any:
    """The legal move that a text means."""
    if game.is_terminal(state):
        raise OutplyError(f"{text!r} comes after the game was over.")
    read = getattr(game, "parse_uci", game.parse_move)
    try:
        move = read(state, text)
    except OutplyError:
        move = read(state, text.replace(SPACE, " "))
    if move not in game.moves(state):
        raise OutplyError(f"{text!r} is not a legal move here.")
    return move


def line_text(game: Game[Any], state: Any, line: Sequence[Any]) -> str:
    """Moves that are played one after the other from `state`."""
    texts = []
    for move in line:
        texts.append(move_text(game, state, move))
        state = game.result(state, move)
    return " ".join(texts)
