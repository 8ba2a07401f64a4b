"""Little games with dice, or for three, whose answers can be worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply.game import CHANCE, MAX, Bits, Game, mixed


class Bet(NamedTuple):
    choice: int  # -1 before it is made
    roll: int  # -1 before it is known


@dataclass(frozen=True)
class LoadedDice(Game[Bet]):
    """MAX chooses one of two dice with two faces each, which pays what it shows.

    The first pays 10 once in ten times and else 0; the second pays 3 or 1, once in two. So the
    second is better by 2 to 1, and by counting faces alone the first would be, by 5 to 2.
    """

    utility_range: ClassVar[tuple[float, float]] = (-100.0, 100.0)
    prize: int = 10

    def initial(self) -> Bet:
        return Bet(-1, -1)

    def to_move(self, state: Bet) -> int:
        return CHANCE if state.choice >= 0 and state.roll < 0 else MAX

    def moves(self, state: Bet) -> Iterator[int]:
        if state.choice < 0:
            yield 0
            yield 1

    def outcomes(self, state: Bet) -> Iterator[tuple[int, float]]:
        likely = 0.1 if state.choice == 0 else 0.5
        yield 0, likely
        yield 1, 1.0 - likely

    def result(self, state: Bet, move: int) -> Bet:
        return Bet(move, -1) if state.choice < 0 else Bet(state.choice, move)

    def is_terminal(self, state: Bet) -> bool:
        return state.roll >= 0

    def utility(self, state: Bet, player: int) -> float:
        if state.choice == 0:
            value = float(self.prize) if state.roll == 0 else 0.0
        else:
            value = 3.0 if state.roll == 0 else 1.0
        return value if player == MAX else -value


class Draw(NamedTuple):
    winner: int  # -1 until the dice differ
    taken: int  # by the winner, 0 before


@dataclass(frozen=True)
class RollOff(Game[Draw]):
    """Both roll until the dice differ; the winner takes 1. Nobody knows how long it takes."""

    again: float = 0.25

    def initial(self) -> Draw:
        return Draw(-1, 0)

    def to_move(self, state: Draw) -> int:
        return CHANCE if state.winner < 0 else state.winner

    def moves(self, state: Draw) -> Iterator[int]:
        if state.winner >= 0:
            yield 1

    def outcomes(self, state: Draw) -> Iterator[tuple[int, float]]:
        yield 2, self.again
        yield 0, (1.0 - self.again) / 2
        yield 1, (1.0 - self.again) / 2

    def result(self, state: Draw, move: int) -> Draw:
        if state.winner >= 0:
            return Draw(state.winner, move)
        return state if move == 2 else Draw(move, 0)

    def is_terminal(self, state: Draw) -> bool:
        return state.taken > 0

    def utility(self, state: Draw, player: int) -> float:
        return 1.0 if player == state.winner else -1.0


class Twig(NamedTuple):
    path: Bits
    level: int


@dataclass(frozen=True)
class ThreeWays(Game[Twig]):
    """A random tree for three, whose utilities are whole numbers that sum to zero.

    Whoever is to move follows from the path, so that turns do not always go around.
    """

    players: ClassVar[int] = 3
    utility_range: ClassVar[tuple[float, float]] = (-16.0, 16.0)
    depth: int = 5
    branching: int = 3

    def initial(self) -> Twig:
        return Twig(1, 0)

    def to_move(self, state: Twig) -> int:
        return int(state.path >> 40) % 3

    def moves(self, state: Twig) -> Iterator[int]:
        if state.level < self.depth:
            yield from range(self.branching)

    def result(self, state: Twig, move: int) -> Twig:
        return Twig(mixed((state.path ^ move,)), state.level + 1)

    def is_terminal(self, state: Twig) -> bool:
        return state.level == self.depth

    def utility(self, state: Twig, player: int) -> float:
        first, second = int(state.path & 15) - 8, int(state.path >> 4 & 15) - 8
        return float(first if player == 0 else second if player == 1 else -first - second)

    def evaluate(self, state: Twig, player: int) -> float:
        return self.utility(state, player)

    def passed(self, state: Twig) -> Twig:
        return Twig(mixed((state.path ^ 7,)), state.level)


class Step(NamedTuple):
    first: int  # moves made, -1 for none
    second: int


@dataclass(frozen=True)
class Trust(Game[Step]):
    """Three players, two moves: where maxn and paranoid differ.

    The first player may take 1 at once, or leave it to the second, who gets 3 with 2 for the
    first, or 0 with -4 for the first. Who thinks of own gain gives 2; who means harm gives -4.
    """

    players: ClassVar[int] = 3
    utility_range: ClassVar[tuple[float, float]] = (-5.0, 5.0)

    def initial(self) -> Step:
        return Step(-1, -1)

    def to_move(self, state: Step) -> int:
        return 0 if state.first < 0 else 1

    def moves(self, state: Step) -> Iterator[int]:
        yield 0
        yield 1

    def result(self, state: Step, move: int) -> Step:
        return Step(move, -1) if state.first < 0 else Step(state.first, move)

    def is_terminal(self, state: Step) -> bool:
        return state.first == 0 or state.second >= 0

    def utility(self, state: Step, player: int) -> float:
        mine, next_one = 1.0, 0.0
        if state.first == 1:
            mine, next_one = (2.0, 3.0) if state.second == 0 else (-4.0, 0.0)
        return mine if player == 0 else next_one if player == 1 else -mine - next_one
