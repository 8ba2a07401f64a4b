"""A sound game for broken ones to inherit from: take one or two; who takes the last one wins."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import CHANCE, Game


class Pile(NamedTuple):
    left: int
    player: int


@dataclass(frozen=True)
class Countdown(Game[Pile]):
    start: int = 5

    def initial(self) -> Pile:
        return Pile(self.start, 0)

    def to_move(self, state: Pile) -> int:
        return state.player

    def moves(self, state: Pile) -> Iterator[int]:
        if self.to_move(state) != CHANCE:
            yield from range(1, min(2, state.left) + 1)

    def result(self, state: Pile, move: int) -> Pile:
        return Pile(state.left - move, 1 - state.player)

    def is_terminal(self, state: Pile) -> bool:
        return state.left == 0

    def utility(self, state: Pile, player: int) -> float:
        return -1.0 if player == state.player else 1.0
