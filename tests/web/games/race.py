"""A sound game with tuples as moves and no board."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import Game


class Race(NamedTuple):
    total: int
    turn: int


@dataclass(frozen=True)
class RaceTo(Game):
    """Add 1, 2 or 3 in turn; the first player to reach the target wins."""

    target: int = 21

    def initial(self) -> Race:
        return Race(0, 0)

    def to_move(self, state: Race) -> int:
        return state.turn

    def moves(self, state: Race) -> Iterator[tuple[int, int]]:
        for step in range(1, min(3, self.target - state.total) + 1):
            yield (step, state.total + step)

    def result(self, state: Race, move: tuple[int, int]) -> Race:
        return Race(move[1], 1 - state.turn)

    def is_terminal(self, state: Race) -> bool:
        return state.total == self.target

    def utility(self, state: Race, player: int) -> float:
        return -1.0 if player == state.turn else 1.0
