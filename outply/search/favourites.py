"""Moves that were best elsewhere, and so may be here.

Source: Schaeffer, "The History Heuristic", ICCA Journal 6 (1983).
"""

from __future__ import annotations

from outply.compiler.records import Array, Record

__all__ = ["Favourites"]

PLACES = 1 << 13


class Favourites(Record, checked=False):
    """How often each move was a player's best; moves whose numbers end alike share a place."""

    counts: Array[int]

    def __init__(self) -> None:
        super().__init__(counts=PLACES)

    def place(self, player: int, move: int) -> int:
        return (2 * (move ^ move >> 12 ^ move >> 24) + (player & 1)) & (PLACES - 1)

    def praise(self, player: int, move: int, weight: int) -> None:
        self.counts[self.place(player, move)] += weight

    def praises(self, player: int, move: int) -> int:
        return self.counts[self.place(player, move)]
