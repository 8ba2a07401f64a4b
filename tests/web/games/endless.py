"""A game that no one can end: the engine and simulations look as far as their limits."""

from dataclasses import dataclass

import _counting
from _counting import Count


@dataclass(frozen=True)
class Endless(_counting.Counting):
    """Add 1 or 2, for ever."""

    def result(self, state: Count, move: int) -> Count:
        return Count((state.total + move) % 1000003, 1 - state.turn)

    def is_terminal(self, state: Count) -> bool:
        return False

    def utility(self, state: Count, player: int) -> float:
        return 0.0
