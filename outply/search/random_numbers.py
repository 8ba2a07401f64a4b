"""Random numbers that are the same interpreted and compiled."""

from __future__ import annotations

from typing import Any

from outply.compiler import Stuck
from outply.compiler.records import Record
from outply.game import CHANCE, Bits, Game

__all__ = ["RandomNumbers", "random_choice", "random_outcome"]

WORD: Bits = 0xFFFF_FFFF_FFFF_FFFF
MULTIPLIER: Bits = 0x2545_F491_4F6C_DD1D
UNIT = 2.0**-53


class RandomNumbers(Record):
    """A generator of random numbers: xorshift64*, after Vigna (2016)."""

    random_state: Bits

    def seed(self, seed: int) -> None:
        """Start the sequence of a seed, any whole number; only Python calls this."""
        self.random_state = (2 * seed + 1) * MULTIPLIER & WORD

    def random(self) -> Bits:
        """64 random bits."""
        state: Bits = self.random_state
        state ^= state >> 12
        state ^= (state << 25) & WORD
        state ^= state >> 27
        self.random_state = state
        return (state * MULTIPLIER) & WORD

    def below(self, count: int) -> int:
        """A random whole number from 0 to count - 1."""
        wide: Bits = count
        upper: Bits = self.random() >> 32
        return int((upper * wide) >> 32)

    def chance(self, rate: float) -> bool:
        """True with this probability."""
        return int(self.random() >> 11) < rate * 2.0**53

    def fraction(self) -> float:
        """A random number, at least 0 and less than 1."""
        return int(self.random() >> 11) * UNIT


def random_outcome(game: Game[Any], state: Any, luck: float) -> int:
    """The outcome of chance that a number stands for, 0 or more and less than 1.

    Each has a share of its probability.
    """
    left, chosen, found = luck, 0, False
    for outcome, probability in game.outcomes(state):
        chosen, found = outcome, True
        left -= probability
        if left < 0.0:
            break
    if not found:
        raise Stuck
    return chosen


def random_choice(game: Game[Any], state: Any, luck: float) -> Any:
    """A random move, or an outcome of chance drawn by its probability."""
    if game.to_move(state) == CHANCE:
        return random_outcome(game, state, luck)
    return game.pick(state, luck)
