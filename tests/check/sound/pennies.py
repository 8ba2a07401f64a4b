"""Two players hide a penny each, heads or tails, and then show them; there is no chance."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import Game

NOT_YET = -1


class Pennies(NamedTuple):
    first: int
    second: int


@dataclass(frozen=True)
class MatchingPennies(Game[Pennies]):
    def initial(self) -> Pennies:
        return Pennies(NOT_YET, NOT_YET)

    def to_move(self, state: Pennies) -> int:
        return 0 if state.first == NOT_YET else 1

    def moves(self, state: Pennies) -> Iterator[int]:
        yield 0
        yield 1

    def result(self, state: Pennies, move: int) -> Pennies:
        if state.first == NOT_YET:
            return Pennies(move, NOT_YET)
        return Pennies(state.first, move)

    def is_terminal(self, state: Pennies) -> bool:
        return state.second != NOT_YET

    def utility(self, state: Pennies, player: int) -> float:
        return 1.0 if (state.first == state.second) == (player == 0) else -1.0

    def observation(self, state: Pennies, player: int) -> tuple[int, int, int]:
        if player == 0 or self.is_terminal(state):
            return player, state.first, state.second
        return player, min(state.first, 0), NOT_YET

    def worlds(self, state: Pennies, player: int) -> Iterator[tuple[Pennies, float]]:
        if player == 0 or state.first == NOT_YET or self.is_terminal(state):
            yield state, 1.0
        else:
            yield Pennies(0, NOT_YET), 0.5
            yield Pennies(1, NOT_YET), 0.5

    def format_view(self, state: Pennies, player: int) -> str:
        seen = self.observation(state, player)
        return "hidden" if seen[2] == NOT_YET else f"{seen[1]} {seen[2]}"
