"""What card games share: a hand written as its cards and moves."""

from __future__ import annotations

from typing import TypeVar

from outply.game import Game, OutplyError

__all__ = ["hand_from_text"]

Hand = TypeVar("Hand")


def hand_from_text(game: Game[Hand], text: str) -> Hand:
    """The hand after the cards and moves of a text; `|` and `-` only separate and mark them."""
    state = game.initial()
    try:
        for word in text.replace("|", " ").replace("-", " ").split():
            state = game.result(state, game.parse_move(state, word))
    except OutplyError as error:
        raise OutplyError(f"{text!r} is not a position of {game.name}: {error}") from None
    written = game.format(state)
    if written.lower().split() != text.lower().split():
        raise OutplyError(f"{text!r} is not a position of {game.name}; write {written!r}.")
    return state
