"""A sound game for broken ones to inherit from, also for those where chance is to move."""

from collections.abc import Iterator
from dataclasses import dataclass

from _take import Pile, Take

from outply import CHANCE

__all__ = ["Countdown", "Pile"]


@dataclass(frozen=True)
class Countdown(Take):
    start: int = 5

    def moves(self, state: Pile) -> Iterator[int]:
        if self.to_move(state) != CHANCE:
            yield from super().moves(state)
