"""The rules yield moves without end."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import Game


class Nothing(NamedTuple):
    turn: int


@dataclass(frozen=True)
class Hungry(Game):
    """There is always another move."""

    def initial(self) -> Nothing:
        return Nothing(0)

    def to_move(self, state: Nothing) -> int:
        return state.turn

    def moves(self, state: Nothing) -> Iterator[int]:
        move = 0
        while True:
            yield move
            move += 1

    def result(self, state: Nothing, move: int) -> Nothing:
        return Nothing(1 - state.turn)

    def is_terminal(self, state: Nothing) -> bool:
        return False

    def utility(self, state: Nothing, player: int) -> float:
        return 0.0
