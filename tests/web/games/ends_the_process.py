"""The rules end their process when the total is 5."""

import os
from dataclasses import dataclass

import _counting
from _counting import Count


@dataclass(frozen=True)
class Counting(_counting.Counting):
    """Add 1 or 2 in turn; the first player to reach 20 wins."""

    def result(self, state: Count, move: int) -> Count:
        if state.total + move == 5:
            os._exit(7)
        return super().result(state, move)
