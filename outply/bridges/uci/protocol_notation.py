"""Moves and positions as the protocols write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outply.game import Game, OutplyError

__all__ = ["line_text", "move_text", "parsed_move"]

SPACE = "_"  # in a move whose text has spaces, which the protocols do not allow


def move_text(game: Game[Any], state: Any, move: Any) -> str:
    """A move as the game writes it for UCI (`format_uci`), if it does so; else as for people."""
    write = getattr(game, "format_uci", game.format_move)
    return SPACE.join(str(write(state, move)).split())


def parsed_move(game: Game[Any], state: Any, text: str) -> Any:
    """The legal move that a text means."""
    if game.is_terminal(state):
        raise OutplyError(f"{text!r} comes after the game was over.")
    moves = list(game.moves(state))
    wanted = text.lower()
    for move in moves:
        if move_text(game, state, move).lower() == wanted:
            return move
    move = game.parse_move(state, text)  # there may be other ways to write it
    if move not in moves:
        raise OutplyError(f"{text!r} is not a legal move here.")
    return move


def line_text(game: Game[Any], state: Any, line: Sequence[Any]) -> str:
    """Moves that are played one after the other from `state`."""
    texts = []
    for move in line:
        texts.append(move_text(game, state, move))
        state = game.result(state, move)
    return " ".join(texts)
