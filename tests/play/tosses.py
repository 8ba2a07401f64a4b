"""A game of chance without choices, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import CHANCE, Game


class Coin(NamedTuple):
    tosses: int
    heads: int


@dataclass(frozen=True)
class Tosses(Game[Coin]):
    """Three tosses of a coin; the players make no choices."""

    def initial(self) -> Coin:
        return Coin(0, 0)

    def to_move(self, state: Coin) -> int:
        return CHANCE if state.tosses < 3 else 0

    def moves(self, state: Coin) -> Iterator[int]:
        yield from range(0)

    def outcomes(self, state: Coin) -> Iterator[tuple[int, float]]:
        yield 0, 0.25
        yield 1, 0.75

    def result(self, state: Coin, move: int) -> Coin:
        return Coin(state.tosses + 1, state.heads + move)

    def is_terminal(self, state: Coin) -> bool:
        return state.tosses == 3

    def utility(self, state: Coin, player: int) -> float:
        return (1 if player == 0 else -1) * (state.heads - 1.5) / 1.5

    def format_move(self, state: Coin, move: int) -> str:
        return "heads" if move else "tails"
