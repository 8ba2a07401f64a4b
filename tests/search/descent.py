"""A game in which everything happens that searches trip over, drawn at random from a seed.

From a place, go down one to three. Places are reached by many paths, at different depths;
a player may move again, and the game may be over early. Places up to 0 are the bottom. The seed
is part of the state, so that thousands of games need one kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply.game import Bits, Game, mixed

FARTHEST = 3


class Place(NamedTuple):
    seed: int
    place: int
    player: int


@dataclass(frozen=True)
class Descent(Game[Place]):
    """Utilities are whole numbers from -2 to 2, evaluations lie between them."""

    height: int = 9
    utility_range: ClassVar[tuple[float, float]] = (-2.0, 2.0)

    def initial(self) -> Place:
        return self.start(0)

    def start(self, seed: int) -> Place:
        return Place(seed, self.height, seed % 2)

    def to_move(self, state: Place) -> int:
        return state.player

    def moves(self, state: Place) -> Iterator[int]:
        if not self.is_terminal(state):
            yield from range(1, FARTHEST + 1)

    def result(self, state: Place, move: int) -> Place:
        after = Place(state.seed, state.place - move, 1 - state.player)
        again = self.drawn(after, 1, 3) == 0
        return Place(after.seed, after.place, state.player if again else after.player)

    def is_terminal(self, state: Place) -> bool:
        return state.place <= 0 or self.drawn(state, 2, 8) == 0

    def utility(self, state: Place, player: int) -> float:
        gain = float(self.drawn(state, 3, 5) - 2)
        return gain if player == 0 else -gain

    def evaluate(self, state: Place, player: int) -> float:
        guess = self.drawn(state, 4, 16) / 4 - 1.9
        return guess if player == 0 else -guess

    def drawn(self, state: Place, purpose: int, faces: int) -> int:
        number: Bits = mixed((state.seed, state.place, state.player, purpose))
        return int(number >> 33) % faces
