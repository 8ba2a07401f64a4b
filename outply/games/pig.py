"""Pig: roll the die as often as you dare, hold to keep what you rolled, but a 1 loses it.

A turn is a row of moves, `roll` or `hold`, and after each `roll` chance brings a face. To hold
with nothing rolled is not allowed, so no game stalls. Points beyond the target are not counted,
neither in a turn nor in the bank, so there are finitely many positions; and who has rolled
enough still has to hold to win.

A position is the banked points of X and of O, the total of the turn, and whose turn it is, with
`rolls` while the die is in the air: `12 30 7 O`, `12 30 7 O rolls`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outply.game import CHANCE, BoardView, Game, OutplyError

__all__ = ["HOLD", "ROLL", "Pig", "Turn"]

ROLL, HOLD = 0, 1
MOVE_NAMES = ("roll", "hold")
LOSING_FACE = 1
SIDES = "XO"


class Turn(NamedTuple):
    """The points of both players, seen from the player whose turn it is."""

    mine: int  # banked
    theirs: int  # banked
    total: int  # rolled in this turn, not yet banked
    player: int
    rolling: bool  # the die is in the air


@dataclass(frozen=True)
class Pig(Game[Turn]):
    """Roll or hold; a 1 loses the turn's total, and the first player to bank the target wins."""

    target: int = 100
    sides: int = 6  # of the die

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("target", self.target, 2, 1000),
            ("sides", self.sides, 2, 20),
        ):
            if type(value) is not int or not least <= value <= most:
                raise OutplyError(
                    f"{name} is {value!r}; give a whole number from {least} to {most}."
                )

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> Turn:
        return Turn(mine=0, theirs=0, total=0, player=0, rolling=False)

    def to_move(self, state: Turn) -> int:
        return CHANCE if state.rolling else state.player

    def moves(self, state: Turn) -> Iterator[int]:
        if not state.rolling:
            yield ROLL
            if state.total > 0:
                yield HOLD

    def outcomes(self, state: Turn) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1.0 / self.sides

    def result(self, state: Turn, move: int) -> Turn:
        if state.rolling:
            return self.rolled(state, move)
        if move == HOLD:
            return Turn(state.theirs, state.mine + state.total, 0, 1 - state.player, False)
        return Turn(state.mine, state.theirs, state.total, state.player, True)

    def rolled(self, state: Turn, face: int) -> Turn:
        if face == LOSING_FACE:
            return Turn(state.theirs, state.mine, 0, 1 - state.player, False)
        total = min(state.total + face, self.target - state.mine)
        return Turn(state.mine, state.theirs, total, state.player, False)

    def is_terminal(self, state: Turn) -> bool:
        """Only the player who held can have won, and then it is the other's turn."""
        return state.theirs >= self.target

    def utility(self, state: Turn, player: int) -> float:
        return -1.0 if player == state.player else 1.0

    # -- knowledge --------------------------------------------------------------------

    def evaluate(self, state: Turn, player: int) -> float:
        """By who is how many turns ahead; the nearer the end, the more a turn decides."""
        mine = self.turns_left(self.target - state.mine - self.expected_total(state))
        theirs = self.turns_left(float(self.target - state.theirs))
        lead = 0.7 * (theirs - mine) / math.sqrt(0.5 + mine + theirs)
        guess = lead / math.sqrt(1.0 + lead * lead)
        return guess if player == state.player else -guess

    def turns_left(self, points: float) -> float:
        """How many turns `points` points take, as a rule of thumb."""
        return max(0.0, points) / (0.4 * self.fair_total)

    def expected_total(self, state: Turn) -> float:
        """What the turn will bring, as a rule of thumb: the total, and more while that is small."""
        total = float(state.total)
        if state.rolling:
            total = (total + self.average_gain) * (self.sides - 1) / self.sides
        return total + max(0.0, 0.25 * (self.fair_total - total))

    @cached_property
    def fair_total(self) -> float:
        """With this total a roll loses as much as it gains on average; 20 with the usual die."""
        return (self.sides - 1) * self.average_gain

    @cached_property
    def average_gain(self) -> float:
        """The average of the faces that lose nothing."""
        return (2 + self.sides) / 2

    def order(self, state: Turn, move: int) -> float:
        """What wins at once comes first."""
        return 1.0 if move == HOLD and state.mine + state.total >= self.target else 0.0

    # -- text -------------------------------------------------------------------------

    def format(self, state: Turn) -> str:
        banked = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
        rolls = " rolls" if state.rolling else ""
        return f"{banked[0]} {banked[1]} {state.total} {SIDES[state.player]}{rolls}"

    def parse(self, text: str) -> Turn:
        found = re.fullmatch(
            r"(\d{1,4}) +(\d{1,4}) +(\d{1,4}) +([XO])( +ROLLS)?", text.strip().upper()
        )
        if not found:
            raise OutplyError(
                f"{text!r} is not a position of pig; write the points of X and of O, the turn's "
                f"total, and X or O to move, as in '12 30 7 O' or '12 30 7 O rolls'."
            )
        first, second, total = (int(number) for number in found.group(1, 2, 3))
        player = SIDES.index(found[4])
        mine, theirs = (first, second) if player == 0 else (second, first)
        return self.checked(Turn(mine, theirs, total, player, found[5] is not None))

    def checked(self, state: Turn) -> Turn:
        """The state, if it can be."""
        if max(state.mine, state.theirs) > self.target:
            raise OutplyError(f"Nobody has more than {self.target} points, the target.")
        if state.mine == self.target:
            raise OutplyError(
                f"{SIDES[state.player]} has won, so it is {SIDES[1 - state.player]}'s turn."
            )
        if self.is_terminal(state) and (state.total or state.rolling):
            raise OutplyError(f"{SIDES[1 - state.player]} has won, so nothing more is rolled.")
        if state.total > self.target - state.mine:
            raise OutplyError(
                f"The turn's total is {state.total}, but only {self.target - state.mine} points "
                "are left to the target, and more are not counted."
            )
        return state

    def format_move(self, state: Turn, move: int) -> str:
        return str(move) if state.rolling else MOVE_NAMES[move]

    def board(self, state: Turn) -> BoardView:
        banked = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
        points = (*banked, state.total, self.target)
        names = (self.format_player(0), self.format_player(1), "This turn", "Target")
        return BoardView(tuple((str(each),) for each in points), row_labels=names, kind="table")
