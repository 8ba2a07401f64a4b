"""The rules raise when the total is 5."""

from dataclasses import dataclass

import _counting
from _counting import Count


@dataclass(frozen=True)
class Counting(_counting.Counting):
    """Add 1 or 2 in turn; the first player to reach 20 wins."""

    def result(self, state: Count, move: int) -> Count:
        if state.total + move == 5:
            raise ValueError("five is right out")  # this line
        return super().result(state, move)
