"""Boards of all 64 bits: every move takes half of what is left, from the top or the bottom."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import Bits, Game

FULL: Bits = 0xFFFF_FFFF_FFFF_FFFF
TOP: Bits = 0xFFFF_FFFF_0000_0000


class Cells(NamedTuple):
    free: Bits
    player: int
    width: int


@dataclass(frozen=True)
class FullBoards(Game[Cells]):
    def initial(self) -> Cells:
        return Cells(FULL, 0, 64)

    def to_move(self, state: Cells) -> int:
        return state.player

    def moves(self, state: Cells) -> Iterator[int]:
        yield 0
        yield 1

    def noisy_moves(self, state: Cells) -> Iterator[int]:
        if state.width == 64:
            yield 1

    def order(self, state: Cells, move: int) -> float:
        return float(move)

    def result(self, state: Cells, move: int) -> Cells:
        half = state.width // 2
        kept = state.free << half & FULL if move else state.free >> half
        return Cells(kept & state.free, 1 - state.player, half)

    def is_terminal(self, state: Cells) -> bool:
        return state.width == 1

    def utility(self, state: Cells, player: int) -> float:
        upper = state.free & TOP != 0
        return 1.0 if upper == (player == 0) else -1.0

    def key(self, state: Cells) -> int:
        return state.free % 1_000_000_007 * 256 + state.width * 2 + state.player
