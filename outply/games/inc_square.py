"""The number game of the Basel lecture on board games: increment or square.

From 1, MAX and MIN in turn add one (`inc`) or square (`sqr`), modulo 10. After four
moves MIN pays MAX the number. A position is written `6 after 3`: the number, and how
many moves were made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply.game import MAX, BoardView, Game, OutplyError

INC = 0
SQR = 1
MOVE_NAMES = ("inc", "sqr")
LARGEST_MODULUS = 2**31  # so that a square fits in 63 bits
LONGEST = 500


class Number(NamedTuple):
    number: int
    moves_made: int


@dataclass(frozen=True)
class IncSquare(Game[Number]):
    """MAX wants the last number high, MIN wants it low."""

    start: int = 1
    length: int = 4
    modulus: int = 10

    def __post_init__(self) -> None:
        check("modulus", self.modulus, 1, LARGEST_MODULUS)
        check("start", self.start, 0, self.modulus - 1)
        check("length", self.length, 0, LONGEST)

    @property
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        return (1.0 - self.modulus, self.modulus - 1.0)

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> Number:
        return Number(self.start, 0)

    def to_move(self, state: Number) -> int:
        return state.moves_made % 2

    def moves(self, state: Number) -> Iterator[int]:
        yield INC
        yield SQR

    def result(self, state: Number, move: int) -> Number:
        number = state.number + 1 if move == INC else state.number * state.number
        return Number(number % self.modulus, state.moves_made + 1)

    def is_terminal(self, state: Number) -> bool:
        return state.moves_made == self.length

    def utility(self, state: Number, player: int) -> float:
        return float(state.number) if player == MAX else -float(state.number)

    def evaluate(self, state: Number, player: int) -> float:
        """As if the game ended here."""
        return self.utility(state, player)

    # -- text -------------------------------------------------------------------------

    def format(self, state: Number) -> str:
        return f"{state.number} after {state.moves_made}"

    def parse(self, text: str) -> Number:
        found = re.fullmatch(r"\s*([0-9]{1,18})\s+after\s+([0-9]{1,18})\s*", text)
        if not found:
            example = self.format(self.initial())
            raise OutplyError(f"{text!r} is not a position of {self.name}; write {example!r}.")
        number, moves_made = map(int, found.groups())
        check("The number", number, 0, self.modulus - 1)
        check("The number of moves made", moves_made, 0, self.length)
        return Number(number, moves_made)

    def format_move(self, state: Number, move: int) -> str:
        return MOVE_NAMES[move]

    def board(self, state: Number) -> BoardView:
        rows = ((str(state.number),), (f"{state.moves_made} of {self.length}",))
        return BoardView(rows, row_labels=("Number", "Moves made"), kind="table")

    # -- search hints: only engines use what follows -----------------------------------

    def plies_left(self, state: Number) -> int:
        return self.length - state.moves_made


def check(name: str, amount: int, least: int, most: int) -> None:
    if type(amount) is not int or not least <= amount <= most:
        raise OutplyError(f"{name} is {amount!r}; give a whole number from {least} to {most}.")
