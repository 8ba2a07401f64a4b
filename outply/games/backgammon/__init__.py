"""Backgammon: race fifteen checkers home and off, by two dice, past the other side's.

No doubling cube: who bears off all checkers first wins 1, a gammon (the loser bore off none) 2,
a backgammon (and has one left on the bar or in the winner's home) 3. A move is a whole play,
and there is one for each position that the dice allow. Points are counted as the player on
roll sees them, from 24 down to 1: `24/18 13/11`, `bar/21*`, `6/off(2)`; `*` is a hit.

A position is written as GNU Backgammon's position ID, seen from the player on roll, then the
dice once they are rolled, then `O` where that player is MIN: `4HPwATDgc/ABMA 31 O`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from outply.game import CHANCE, BoardView, Game, OutplyError
from outply.games.backgammon.checker_counts import (
    BAR,
    CHECKERS,
    OFF,
    ROLL_OFF,
    SPLIT,
    START,
    TO_ROLL,
    CheckerCounts,
    Position,
    count,
    free_points,
    high,
    low,
    off,
    rolled,
    stepped,
)
from outply.games.backgammon.evaluation import equity
from outply.games.backgammon.notation import plays_meant, roll_of, written
from outply.games.backgammon.picture import cell, columns, labels
from outply.games.backgammon.plays import (
    PASS,
    STEP_BITS,
    any_play_of_two,
    plays_of_doubles,
    plays_of_two,
    steps_of,
)
from outply.games.backgammon.position_id import (
    EXAMPLE,
    ROLL_OFF_WORD,
    checked,
    dice_of,
    position_id,
    sides_of,
)
from outply.games.boards import Cells, clicks_of

__all__ = ["BAR", "OFF", "PASS", "Backgammon", "CheckerCounts", "Position", "count"]


@dataclass(frozen=True)
class Backgammon(Game[Position]):
    """Backgammon without the cube; MAX rolls first, or whoever wins the roll-off."""

    opening_roll: bool = False

    utility_range: ClassVar[tuple[float, float]] = (-3.0, 3.0)

    def __post_init__(self) -> None:
        if type(self.opening_roll) is not bool:
            raise OutplyError(f"opening_roll is {self.opening_roll!r}; give True or False.")

    def initial(self) -> Position:
        return Position(START, START, 0, ROLL_OFF if self.opening_roll else TO_ROLL)

    def to_move(self, state: Position) -> int:
        return CHANCE if state.dice <= 0 and not self.is_terminal(state) else state.player

    def outcomes(self, state: Position) -> Iterator[tuple[int, float]]:
        """The dice, as in 31; in the roll-off MAX's die stands first, and the larger begins."""
        for first in range(1, 7):
            for second in range(1, 7):
                if state.dice == ROLL_OFF and first != second:
                    yield 10 * first + second, 1 / 30
                elif state.dice == TO_ROLL and first >= second:
                    yield 10 * first + second, (1 / 36 if first == second else 1 / 18)

    def moves(self, state: Position) -> Iterator[int]:
        """One play for each position that the dice allow, checkers in the rear first."""
        free = free_points(state.theirs)
        if state.dice > 0 and high(state) == low(state):
            yield from plays_of_doubles(state.mine, free, high(state))
        elif state.dice > 0:
            yield from plays_of_two(state, free)

    def result(self, state: Position, move: int) -> Position:
        if state.dice <= 0:
            return rolled(state, move)
        mine, theirs = state.mine, state.theirs
        while move:
            start, end = move >> 5 & 31, move & 31
            mine = stepped(mine, start, end)
            if end != OFF and count(theirs, BAR - end) == 1:
                theirs = stepped(theirs, BAR - end, BAR)
            move >>= STEP_BITS
        return Position(theirs, mine, 1 - state.player, TO_ROLL)

    def is_terminal(self, state: Position) -> bool:
        return off(state.theirs) == CHECKERS

    def utility(self, state: Position, player: int) -> float:
        """Whoever is on roll has lost."""
        stake = 1.0
        if off(state.mine) == 0:
            stake = 3.0 if state.mine.far >> 4 * (19 - SPLIT) else 2.0
        return -stake if player == state.player else stake

    def evaluate(self, state: Position, player: int) -> float:
        mine, theirs = state.mine, state.theirs
        guess = equity(mine.near, mine.far, theirs.near, theirs.far)
        return guess if player == state.player else -guess

    # -- text and picture -------------------------------------------------------------

    def format(self, state: Position) -> str:
        words = [position_id(state)]
        if state.dice != TO_ROLL:
            words.append(ROLL_OFF_WORD if state.dice == ROLL_OFF else str(state.dice))
        return " ".join(words + ["O"] * state.player)

    def parse(self, text: str) -> Position:
        name, *words = text.split() or [""]
        side = words.pop().upper() if words and words[-1].upper() in ("X", "O") else "X"
        if len(words) > 1:
            raise OutplyError(f"{text!r} has too many words; write it as {EXAMPLE}.")
        dice = dice_of(words[0]) if words else TO_ROLL
        return checked(Position(*sides_of(name), "XO".index(side), dice))

    def format_move(self, state: Position, move: int) -> str:
        return str(move) if state.dice <= 0 else written(state, move)

    def parse_move(self, state: Position, text: str) -> int:
        """By the position that it leads to: `13/7/5`, `13/5` and `7/5 13/7` may all be one play."""
        if state.dice <= 0:
            return super().parse_move(state, roll_of(state, text))
        plays = plays_meant(self.moves(state), state, text)
        if len(plays) > 1:
            ways = " or ".join(written(state, play) for play in plays)
            raise OutplyError(f"{text.strip()!r} can be played in two ways; say {ways}.")
        return plays[0] if plays else super().parse_move(state, text)

    def board(self, state: Position) -> BoardView:
        """Always from MAX's side; the points are numbered for the player on roll."""
        rows = tuple(zip(*columns(state), strict=True))

        def clicked(play: int) -> Cells:
            return tuple(cell(state, slot) for step in steps_of(play) for slot in step)

        clicks = clicks_of(self, state, clicked)
        names = labels(state, upper=True)
        return BoardView(rows, column_labels=names, clicks=clicks, kind="points")

    # -- search hints: only engines use what follows -----------------------------------

    def pick(self, state: Position, luck: float) -> int:
        if state.dice > 0 and high(state) != low(state):
            return any_play_of_two(state, free_points(state.theirs), luck)
        return super().pick(state, luck)
