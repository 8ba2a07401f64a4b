"""A tiny game without end, unless a player leaves the loop or a position repeats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import Game

GO, LEAVE = 0, 1


class Round(NamedTuple):
    place: int  # in a loop of four
    turn: int
    plies: int  # that were played; not part of the position


@dataclass(frozen=True)
class Loop(Game[Round]):
    """Two players go round a loop; a player may leave it at once and loses."""

    def initial(self) -> Round:
        return Round(0, 0, 0)

    def to_move(self, state: Round) -> int:
        return state.turn

    def moves(self, state: Round) -> Iterator[int]:
        yield GO
        yield LEAVE

    def result(self, state: Round, move: int) -> Round:
        place = -1 if move == LEAVE else (state.place + 1) % 4
        return Round(place, 1 - state.turn, state.plies + 1)

    def is_terminal(self, state: Round) -> bool:
        return state.place < 0

    def utility(self, state: Round, player: int) -> float:
        return 1.0 if player == state.turn else -1.0

    def format_move(self, state: Round, move: int) -> str:
        return "leave" if move == LEAVE else "go"

    def key(self, state: Round) -> int:
        return 2 * (state.place + 1) + state.turn

    def reversible_plies(self, state: Round) -> int:
        return state.plies


class Unending(Loop):
    """The same without a word on repetition, so that nothing ends it but its players."""

    reversible_plies = Game.reversible_plies
