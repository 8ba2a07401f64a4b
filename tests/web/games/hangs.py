"""The rules never return when the total is 5."""

from dataclasses import dataclass

import _counting
from _counting import Count


@dataclass(frozen=True)
class Counting(_counting.Counting):
    """Add 1 or 2 in turn; the first player to reach 20 wins."""

    def result(self, state: Count, move: int) -> Count:
        while state.total + move == 5:
            state = Count(state.total, 1 - state.turn)  # this line, or the one before
        return super().result(state, move)
