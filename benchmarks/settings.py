"""What a run of the benchmarks can be told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Settings:
    """`quick` is to see whether everything runs: the figures mean nothing."""

    quick: bool = False
    test_sets: Path = DATA  # where Test_L3_R1, Test_L2_R1 and Test_L1_R1 are

    def few(self, many: int, quick: int) -> int:
        """How many of something."""
        return quick if self.quick else many
