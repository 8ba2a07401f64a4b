"""What a move is worth."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Worth"]


class Worth(NamedTuple):
    """What a move is worth to who makes it, and how deep that was looked from before it.

    `known` says that this is as deep as the answer is, or the truth. `distance` is in how many
    plies it wins or loses, where that is known; `line` is how play goes on, the move first.
    """

    value: float
    depth: int
    known: bool
    distance: int | None = None
    line: tuple[int, ...] = ()
