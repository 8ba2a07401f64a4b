"""The rules sleep, whatever is raised in them, when the total is 5."""

import time
from dataclasses import dataclass

import _counting
from _counting import Count


@dataclass(frozen=True)
class Counting(_counting.Counting):
    """Add 1 or 2 in turn; the first player to reach 20 wins."""

    def result(self, state: Count, move: int) -> Count:
        while state.total + move == 5:
            try:
                time.sleep(60.0)  # this line
            except BaseException:
                continue
        return super().result(state, move)
