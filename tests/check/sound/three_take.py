"""Three players in turn take one or two of eight; who takes the last one wins."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply import Game


class Pile(NamedTuple):
    left: int
    player: int


@dataclass(frozen=True)
class ThreeTake(Game[Pile]):
    start: int = 8

    players: ClassVar[int] = 3

    def initial(self) -> Pile:
        return Pile(self.start, 0)

    def to_move(self, state: Pile) -> int:
        return state.player

    def moves(self, state: Pile) -> Iterator[int]:
        yield from range(1, min(2, state.left) + 1)

    def result(self, state: Pile, move: int) -> Pile:
        return Pile(state.left - move, (state.player + 1) % 3)

    def is_terminal(self, state: Pile) -> bool:
        return state.left == 0

    def utility(self, state: Pile, player: int) -> float:
        return 1.0 if player == (state.player + 2) % 3 else -0.5

    def evaluate(self, state: Pile, player: int) -> float:
        return -0.25 if player == state.player else 0.125
