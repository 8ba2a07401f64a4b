"""Small games and searches of the tree tests' own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import CHANCE, INFINITY, MAX, MIN, Game
from outply.search.watch import Watch

TEXTBOOK = ((3, 12, 8), (2, 4, 6), (14, 5, 2))
LECTURE = ((3, 9), (4,), (6, 7, 5))


@dataclass(frozen=True)
class Nested(Game[Any]):
    """Nested tuples: MAX and MIN take turns to pick a branch; a number is an end."""

    tree: Any = TEXTBOOK
    first: int = MAX
    guess: float = 0.0
    utility_range: ClassVar[tuple[float, float]] = (-100.0, 100.0)

    def initial(self) -> Any:
        return self.first, self.tree

    def to_move(self, state: Any) -> int:
        return int(state[0])

    def moves(self, state: Any) -> Iterator[int]:
        yield from range(len(state[1]))

    def result(self, state: Any, move: int) -> Any:
        return 1 - state[0], state[1][move]

    def is_terminal(self, state: Any) -> bool:
        return not isinstance(state[1], tuple)

    def utility(self, state: Any, player: int) -> float:
        return float(state[1] if player == MAX else -state[1])

    def evaluate(self, state: Any, player: int) -> float:
        return self.guess if player == MAX else -self.guess

    def format(self, state: Any) -> str:
        return str(state[1])

    def format_move(self, state: Any, move: int) -> str:
        return str(move + 1)


@dataclass(frozen=True)
class Coins(Game[tuple[int, ...]]):
    """MAX picks a coin, chance flips it, MIN picks, chance flips: MAX wants heads."""

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> int:
        return (MAX, CHANCE, MIN, CHANCE, MAX)[len(state)]

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        yield from range(2)

    def outcomes(self, state: tuple[int, ...]) -> Iterator[tuple[int, float]]:
        heads = 0.5 if state[-1] == 0 else 0.25
        yield 1, heads
        yield 0, 1 - heads

    def result(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return len(state) == 4

    def utility(self, state: tuple[int, ...], player: int) -> float:
        value = float(state[1] + state[3] - 1)
        return value if player == MAX else -value

    def format_move(self, state: tuple[int, ...], move: int) -> str:
        names = ("tails", "heads") if self.to_move(state) == CHANCE else ("fair & <even>", "bent")
        return names[move]


@dataclass(frozen=True)
class Three(Game[tuple[int, ...]]):
    """Three players name a bit each; a player gets what the next one named."""

    players: ClassVar[int] = 3
    zero_sum: ClassVar[bool] = False

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> int:
        return len(state) % 3

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        yield from range(2)

    def result(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return len(state) == 3

    def utility(self, state: tuple[int, ...], player: int) -> float:
        return float(state[(player + 1) % 3])


class Pile:
    """A state without equality."""

    def __init__(self, taken: list[int]) -> None:
        self.taken = taken


@dataclass(frozen=True)
class Lists(Game[list[int]]):
    """Both name 1, 2 or 3 in turn, MAX twice: the sum of MAX's less MIN's. States are lists."""

    utility_range: ClassVar[tuple[float, float]] = (-12.0, 12.0)

    def initial(self) -> list[int]:
        return []

    def to_move(self, state: list[int]) -> int:
        return len(state) % 2

    def moves(self, state: list[int]) -> Iterator[int]:
        yield from (2, 1, 3)

    def result(self, state: list[int], move: int) -> list[int]:
        return [*state, move]

    def is_terminal(self, state: list[int]) -> bool:
        return len(state) == 3

    def utility(self, state: list[int], player: int) -> float:
        value = float(state[0] - state[1] + state[2])
        return value if player == MAX else -value


@dataclass(frozen=True)
class Plain(Game[Pile]):
    """The same, with states of a plain class."""

    rules: ClassVar[Lists] = Lists()
    utility_range: ClassVar[tuple[float, float]] = (-12.0, 12.0)

    def initial(self) -> Pile:
        return Pile([])

    def to_move(self, state: Pile) -> int:
        return self.rules.to_move(state.taken)

    def moves(self, state: Pile) -> Iterator[int]:
        return self.rules.moves(state.taken)

    def result(self, state: Pile, move: int) -> Pile:
        return Pile([*state.taken, move])

    def is_terminal(self, state: Pile) -> bool:
        return self.rules.is_terminal(state.taken)

    def utility(self, state: Pile, player: int) -> float:
        return self.rules.utility(state.taken, player)


@dataclass(frozen=True)
class Tuples(Lists):
    """The same, with states that are equal where their numbers are."""

    def initial(self) -> Any:
        return ()

    def result(self, state: Any, move: int) -> Any:
        return (*state, move)


class Tossed(Coins):
    """Coins with a list as state."""

    def initial(self) -> Any:
        return []

    def result(self, state: Any, move: int) -> Any:
        return [*state, move]


def expectiminimax(game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
    """What the state is worth to MAX, who plays against everyone else and the coins."""
    watch.enter(state, depth)
    if game.is_terminal(state):
        return watch.utility(game.utility(state, MAX))
    player = game.to_move(state)
    if player == CHANCE:
        parts = [
            chance * expectiminimax(game, game.result(state, outcome), depth - 1, watch)
            for outcome, chance in game.outcomes(state)
        ]
        return watch.value(sum(parts))
    sign = 1 if player == MAX else -1
    value = -INFINITY
    for move in game.moves(state):
        child = sign * expectiminimax(game, game.result(state, move), depth - 1, watch)
        if child > value:
            value = child
            watch.better(depth, move)
    return watch.value(sign * value)


def scout(
    game: Game[Any], state: Any, depth: int, alpha: float, beta: float, watch: Watch
) -> float:
    """Principal variation search: a null window first, and again where that fails high."""
    watch.enter(state, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.utility(game.utility(state, game.to_move(state)))
    value = -INFINITY
    for move in game.moves(state):
        after = game.result(state, move)
        if value == -INFINITY:
            child = -scout(game, after, depth - 1, -beta, -alpha, watch)
        else:
            child = -scout(game, after, depth - 1, -alpha - 1, -alpha, watch)
            if alpha < child < beta:
                child = -scout(game, after, depth - 1, -beta, -child, watch)
        if child > value:
            value = child
            watch.better(depth, move)
        alpha = max(alpha, value)
        if alpha >= beta:
            watch.cut()
            break
    return watch.value(value)
