"""Little games for what the engine does where a game allows it.

Walkers: two walkers on a row of numbers: a player moves own walker 1 to 5 steps on, and takes the
number there from the other's; who has more after the last step wins by the difference.

Draw or play on: a draw at once, or a game that looks a little worse than that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply.game import Game

ROW = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4)
GOAL = len(ROW)


class Walk(NamedTuple):
    mine: int  # where the walker of the player to move is
    theirs: int
    lead: int  # of the player to move
    mover: int


@dataclass(frozen=True)
class Walkers(Game[Walk]):
    """Take large numbers; the game ends when both walkers are through."""

    utility_range: ClassVar[tuple[float, float]] = (-120.0, 120.0)
    length: int = 14

    def initial(self) -> Walk:
        return Walk(0, 0, 0, 0)

    def to_move(self, state: Walk) -> int:
        return state.mover

    def moves(self, state: Walk) -> Iterator[int]:
        if state.mine >= self.length:
            yield 0
        else:
            yield from range(1, 6)

    def result(self, state: Walk, move: int) -> Walk:
        place = state.mine + move
        gain = ROW[(place + state.mover) % GOAL] if move else 0
        return Walk(state.theirs, place, -(state.lead + gain), 1 - state.mover)

    def is_terminal(self, state: Walk) -> bool:
        return state.mine >= self.length and state.theirs >= self.length

    def utility(self, state: Walk, player: int) -> float:
        return float(state.lead if player == state.mover else -state.lead)

    def evaluate(self, state: Walk, player: int) -> float:
        return float(state.lead if player == state.mover else -state.lead)

    def noisy_moves(self, state: Walk) -> Iterator[int]:
        if state.mine < self.length:
            for move in range(1, 6):
                if ROW[(state.mine + move + state.mover) % GOAL] > 7:
                    yield move

    def reducible(self, state: Walk, move: int) -> bool:
        return move != 0

    def extension(self, state: Walk, move: int) -> int:
        return 1 if move == 5 else 0

    def passed(self, state: Walk) -> Walk:
        return Walk(state.theirs, state.mine, -state.lead, 1 - state.mover)


DRAW, PLAY_ON = 0, 1


class Choice(NamedTuple):
    plies: int
    drawn: bool


@dataclass(frozen=True)
class DrawOrPlayOn(Game[Choice]):
    """Draw at once, or play three plies more and lose."""

    def initial(self) -> Choice:
        return Choice(0, False)

    def to_move(self, state: Choice) -> int:
        return state.plies % 2

    def moves(self, state: Choice) -> Iterator[int]:
        if state.plies == 0:
            yield DRAW
        yield PLAY_ON

    def result(self, state: Choice, move: int) -> Choice:
        return Choice(state.plies + 1, move == DRAW)

    def is_terminal(self, state: Choice) -> bool:
        return state.drawn or state.plies == 4

    def utility(self, state: Choice, player: int) -> float:
        if state.drawn:
            return 0.0
        return -1.0 if player == 0 else 1.0

    def evaluate(self, state: Choice, player: int) -> float:
        return -0.1 if player == 0 else 0.1


class Fortune(NamedTuple):
    plies: int
    total: float
    mover: int


@dataclass(frozen=True)
class LargeUtilities(Game[Fortune]):
    """Take 100,000 times a digit, four times; values are as large as wins are elsewhere."""

    utility_range: ClassVar[tuple[float, float]] = (-1e6, 1e6)

    def initial(self) -> Fortune:
        return Fortune(0, 0.0, 0)

    def to_move(self, state: Fortune) -> int:
        return state.mover

    def moves(self, state: Fortune) -> Iterator[int]:
        yield from range(3)

    def result(self, state: Fortune, move: int) -> Fortune:
        gain = 1e5 * ROW[(5 * state.plies + move) % GOAL]
        total = state.total + (gain if state.mover == 0 else -gain / 2.0)
        return Fortune(state.plies + 1, total, 1 - state.mover)

    def is_terminal(self, state: Fortune) -> bool:
        return state.plies == 4

    def utility(self, state: Fortune, player: int) -> float:
        return state.total if player == 0 else -state.total

    def evaluate(self, state: Fortune, player: int) -> float:
        return state.total if player == 0 else -state.total


@dataclass(frozen=True)
class Hands(Game[tuple[tuple[int, ...], tuple[int, ...], int]]):
    """Cards go from the left hand to the right one: states whose numbers read alike differ."""

    def initial(self) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        return ((1, 2, 3), (), 0)

    def to_move(self, state: tuple[tuple[int, ...], tuple[int, ...], int]) -> int:
        return state[2] % 2

    def moves(self, state: tuple[tuple[int, ...], tuple[int, ...], int]) -> Iterator[int]:
        yield from range(len(state[0]) + 1)

    def result(
        self, state: tuple[tuple[int, ...], tuple[int, ...], int], move: int
    ) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        left, right, ply = state
        return (left[:move], left[move:] + right, ply + 1)

    def is_terminal(self, state: tuple[tuple[int, ...], tuple[int, ...], int]) -> bool:
        return state[2] == 3

    def utility(self, state: tuple[tuple[int, ...], tuple[int, ...], int], player: int) -> float:
        value = (1.0, -1.0, 0.0, 1.0)[len(state[0])]
        return value if player == 0 else -value


class Plies(NamedTuple):
    plies: int


@dataclass(frozen=True)
class ManyMoves(Game[Plies]):
    """So many moves at once that no list holds them."""

    width: int = 0

    def initial(self) -> Plies:
        return Plies(0)

    def to_move(self, state: Plies) -> int:
        return state.plies % 2

    def moves(self, state: Plies) -> Iterator[int]:
        yield from range(self.width)

    def result(self, state: Plies, move: int) -> Plies:
        return Plies(state.plies + 1)

    def is_terminal(self, state: Plies) -> bool:
        return state.plies == 2

    def utility(self, state: Plies, player: int) -> float:
        return 0.0
