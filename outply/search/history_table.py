"""The history heuristic: moves that were best elsewhere may be best here.

Textbook searches use it; the engine has its own in `engine/killers_and_history.py`.

Source: Schaeffer, "The History Heuristic", ICCA Journal 6 (1983).
"""

from __future__ import annotations

from outply.compiler.records import Array, Record

__all__ = ["HistoryTable"]

PLACES = 1 << 13


class HistoryTable(Record, checked=False):
    """How often each move was a player's best; moves whose numbers end alike share a place."""

    counts: Array[int]

    def __init__(self) -> None:
        super().__init__(counts=PLACES)

    def place(self, player: int, move: int) -> int:
        return (2 * (move ^ move >> 12 ^ move >> 24) + (player & 1)) & (PLACES - 1)

    def credit(self, player: int, move: int, weight: int) -> None:
        self.counts[self.place(player, move)] += weight

    def score(self, player: int, move: int) -> int:
        return self.counts[self.place(player, move)]
