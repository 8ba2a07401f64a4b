"""Three players race to ten: each turn a die is thrown, then one takes it or leaves it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply import CHANCE, Game


class Race(NamedTuple):
    points: tuple[int, int, int]
    player: int
    thrown: int  # 0 before the throw
    throws: int


@dataclass(frozen=True)
class Dice(Game[Race]):
    goal: int = 10

    players: ClassVar[int] = 3
    zero_sum: ClassVar[bool] = False
    utility_range: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def initial(self) -> Race:
        return Race((0, 0, 0), 0, 0, 0)

    def to_move(self, state: Race) -> int:
        return CHANCE if state.thrown == 0 and not self.is_terminal(state) else state.player

    def outcomes(self, state: Race) -> Iterator[tuple[int, float]]:
        for pips in range(1, 7):
            yield pips, 1 / 6

    def moves(self, state: Race) -> Iterator[int]:
        if state.thrown:
            yield 0
            yield 1

    def result(self, state: Race, move: int) -> Race:
        if state.thrown == 0:
            return Race(state.points, state.player, move, state.throws + 1)
        gained = move * state.thrown
        points = tuple(
            have + gained if seat == state.player else have
            for seat, have in enumerate(state.points)
        )
        return Race(points, (state.player + 1) % 3, 0, state.throws)

    def is_terminal(self, state: Race) -> bool:
        return state.throws > 30 or any(points >= self.goal for points in state.points)

    def utility(self, state: Race, player: int) -> float:
        return 1.0 if state.points[player] >= self.goal else 0.0

    def evaluate(self, state: Race, player: int) -> float:
        return min(1.0, state.points[player] / self.goal)

    def bounds(self, state: Race, player: int) -> tuple[float, float]:
        return 0.0, 1.0

    def features(self, state: Race) -> tuple[float, float]:
        return float(state.throws), float(state.thrown)
