"""Games of strangers whose evaluations have badly chosen weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply.game import Game

WORTH = (3, 1, 4, 1, 5, 2, 6, 2, 5, 3)


class Row(NamedTuple):
    left: tuple[bool, ...]
    lead: int  # of player 0
    player: int


@dataclass(frozen=True)
class Grab(Game[Row]):
    """Take any coin; who has more at the end wins. Points are good, and moves mean nothing."""

    points: float = -0.05
    moves_left: int = 3

    evaluation_parameters = ("points", "moves_left")

    def initial(self) -> Row:
        return Row((True,) * len(WORTH), 0, 0)

    def to_move(self, state: Row) -> int:
        return state.player

    def moves(self, state: Row) -> Iterator[int]:
        for coin, is_left in enumerate(state.left):
            if is_left:
                yield coin

    def result(self, state: Row, move: int) -> Row:
        left = (*state.left[:move], False, *state.left[move + 1 :])
        won = WORTH[move] if state.player == 0 else -WORTH[move]
        return Row(left, state.lead + won, 1 - state.player)

    def is_terminal(self, state: Row) -> bool:
        return not any(state.left)

    def utility(self, state: Row, player: int) -> float:
        sign = (state.lead > 0) - (state.lead < 0)
        return float(sign if player == 0 else -sign)

    def evaluate(self, state: Row, player: int) -> float:
        lead = state.lead if player == 0 else -state.lead
        tempo = 1 if player == state.player else -1
        return self.points * lead + 0.01 * tempo * self.moves_left * sum(state.left)


class GrabByName(Game[Row]):
    """The same with moves that are no numbers, in a class that is no dataclass."""

    evaluation_parameters = ("points",)

    def __init__(self, points: float = -0.05) -> None:
        self.points = points
        self.rules = Grab()

    def initial(self) -> Row:
        return self.rules.initial()

    def to_move(self, state: Row) -> int:
        return state.player

    def moves(self, state: Row) -> Iterator[tuple[str, int]]:  # type: ignore[override]
        for coin in self.rules.moves(state):
            yield "coin", coin

    def result(self, state: Row, move: tuple[str, int]) -> Row:  # type: ignore[override]
        return self.rules.result(state, move[1])

    def is_terminal(self, state: Row) -> bool:
        return self.rules.is_terminal(state)

    def utility(self, state: Row, player: int) -> float:
        return self.rules.utility(state, player)

    def evaluate(self, state: Row, player: int) -> float:
        return self.points * (state.lead if player == 0 else -state.lead)


class NoisyGrab(Grab):
    """A position in which a coin of six can be taken is not quiet."""

    def noisy_moves(self, state: Row) -> Iterator[int]:
        if state.left[6]:
            yield 6
