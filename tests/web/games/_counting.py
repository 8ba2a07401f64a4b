"""Rules that all games of this folder that misbehave share."""

from collections.abc import Iterator
from typing import NamedTuple

from outply import Game


class Count(NamedTuple):
    total: int
    turn: int


class Counting(Game):
    """Add 1 or 2 in turn; the first player to reach 20 wins."""

    def initial(self) -> Count:
        return Count(0, 0)

    def to_move(self, state: Count) -> int:
        return state.turn

    def moves(self, state: Count) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, state: Count, move: int) -> Count:
        return Count(state.total + move, 1 - state.turn)

    def is_terminal(self, state: Count) -> bool:
        return state.total >= 20

    def utility(self, state: Count, player: int) -> float:
        return -1.0 if player == state.turn else 1.0
