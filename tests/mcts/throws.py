"""Little games of chance, and a game with only one line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import Game
from outply.game import CHANCE

__all__ = ["Blindfold", "Corridor", "Fair", "Rolling", "Throw"]


class Throw(NamedTuple):
    thrown: int


@dataclass(frozen=True)
class Fair(Game[Throw]):
    """A die whose probabilities do not quite sum to one, as floats; it always wins for MAX."""

    faces: int = 9

    def initial(self) -> Throw:
        return Throw(-1)

    def to_move(self, state: Throw) -> int:
        return CHANCE if state.thrown < 0 else 0

    def moves(self, state: Throw) -> Iterator[int]:
        yield from range(0)

    def outcomes(self, state: Throw) -> Iterator[tuple[int, float]]:
        for face in range(self.faces):
            yield face, 1 / self.faces

    def result(self, state: Throw, move: int) -> Throw:
        return Throw(move)

    def is_terminal(self, state: Throw) -> bool:
        return state.thrown >= 0

    def utility(self, state: Throw, player: int) -> float:
        return 1.0 if player == 0 else -1.0


class Rolling(Fair):
    """Chance never ends."""

    def is_terminal(self, state: Throw) -> bool:
        return False

    def to_move(self, state: Throw) -> int:
        return CHANCE


class Blindfold(Rolling):
    def observation(self, state: Throw, player: int) -> int:
        return player


class Corridor(Fair):
    """One way on, for two thousand plies."""

    def to_move(self, state: Throw) -> int:
        return state.thrown & 1

    def is_terminal(self, state: Throw) -> bool:
        return state.thrown > 2000

    def moves(self, state: Throw) -> Iterator[int]:
        if state.thrown <= 2000:
            yield state.thrown + 1
