"""A sound game: Countdown is one, and the tests of the command line replace parts of its text."""

from dataclasses import dataclass
from typing import NamedTuple

from outply import Game


class Pile(NamedTuple):
    left: int
    player: int


@dataclass(frozen=True)
class Take(Game[Pile]):
    """Take one or two counters; who takes the last one wins."""

    start: int = 7

    def initial(self) -> Pile:
        return Pile(self.start, 0)

    def to_move(self, state: Pile) -> int:
        return state.player

    def moves(self, state: Pile):
        yield from range(1, min(2, state.left) + 1)

    def result(self, state: Pile, move: int) -> Pile:
        return Pile(state.left - move, 1 - state.player)

    def is_terminal(self, state: Pile) -> bool:
        return state.left == 0

    def utility(self, state: Pile, player: int) -> float:
        return -1.0 if player == state.player else 1.0
