"""Random numbers that are the same at both speeds."""

from __future__ import annotations

from outply.compiler.records import Record
from outply.game import Bits

__all__ = ["Dice"]

WORD: Bits = 0xFFFF_FFFF_FFFF_FFFF
MULTIPLIER: Bits = 0x2545_F491_4F6C_DD1D
UNIT = 2.0**-53


class Dice(Record):
    """A source of random numbers: xorshift64*, after Vigna (2016)."""

    random_state: Bits

    def seed(self, seed: int) -> None:
        """The host's; any whole number."""
        self.random_state = (2 * seed + 1) * MULTIPLIER & WORD

    def random(self) -> Bits:
        """Any 64 bits."""
        state: Bits = self.random_state
        state ^= state >> 12
        state ^= (state << 25) & WORD
        state ^= state >> 27
        self.random_state = state
        return (state * MULTIPLIER) & WORD

    def below(self, count: int) -> int:
        """Any whole number from 0 to count - 1."""
        wide: Bits = count
        upper: Bits = self.random() >> 32
        return int((upper * wide) >> 32)

    def chance(self, rate: float) -> bool:
        """True at this rate."""
        return int(self.random() >> 11) < rate * 2.0**53

    def fraction(self) -> float:
        """At least 0, less than 1."""
        return int(self.random() >> 11) * UNIT
