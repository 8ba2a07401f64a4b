"""Who wins at Nim, by Bouton's theory (1901) instead of by search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor


def mover_wins(piles: Sequence[int], misere: bool = False) -> bool:
    """Whether the player to move wins.

    Normal play: unless the sizes cancel out under exclusive or. Misère play: the same as
    long as a pile of two or more is left; with single counters only, an even number of them.
    """
    if misere and max(piles) <= 1:
        return sum(piles) % 2 == 0
    return reduce(xor, piles) != 0
