"""Two players take coins from the ends of a row; a move is a pair: which end, how many coins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import Game


class Row(NamedTuple):
    coins: tuple[int, ...]
    first: int
    second: int
    mover: int


@dataclass(frozen=True)
class Coins(Game[Row]):
    """Take one or two coins from an end of the row; the higher sum wins."""

    def initial(self) -> Row:
        return Row((3, 1, 4, 1, 5), 0, 0, 0)

    def to_move(self, state: Row) -> int:
        return state.mover

    def moves(self, state: Row) -> Iterator[tuple[str, int]]:
        for amount in (1, 2):
            if amount <= len(state.coins):
                yield ("left", amount)
                yield ("right", amount)

    def result(self, state: Row, move: tuple[str, int]) -> Row:
        end, amount = move
        taken = state.coins[:amount] if end == "left" else state.coins[-amount:]
        rest = state.coins[amount:] if end == "left" else state.coins[:-amount]
        gain = sum(taken)
        if state.mover == 0:
            return Row(rest, state.first + gain, state.second, 1)
        return Row(rest, state.first, state.second + gain, 0)

    def is_terminal(self, state: Row) -> bool:
        return not state.coins

    def utility(self, state: Row, player: int) -> float:
        lead = state.first - state.second
        sign = (lead > 0) - (lead < 0)
        return float(sign if player == 0 else -sign)
