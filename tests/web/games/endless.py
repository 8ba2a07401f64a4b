"""A game that no one can end: the engine and simulations look as far as their limits."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import Game


class Step(NamedTuple):
    place: int
    turn: int


@dataclass(frozen=True)
class Endless(Game):
    """Go left or right on a circle, for ever."""

    def initial(self) -> Step:
        return Step(0, 0)

    def to_move(self, state: Step) -> int:
        return state.turn

    def moves(self, state: Step) -> Iterator[int]:
        yield -1
        yield 1

    def result(self, state: Step, move: int) -> Step:
        return Step((state.place + move) % 1000003, 1 - state.turn)

    def is_terminal(self, state: Step) -> bool:
        return False

    def utility(self, state: Step, player: int) -> float:
        return 0.0
