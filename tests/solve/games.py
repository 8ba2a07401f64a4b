"""Small games that are hard to tabulate: cycles, repeated turns, bad keys, dead ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply.game import MAX, MIN, Bits, Game

STAY = 2


class Hunt(NamedTuple):
    hunter: int
    hare: int
    player: int


@dataclass(frozen=True)
class Ring(Game[Hunt]):
    """The hunter, who begins, and the hare each step to a neighbouring cell of a ring.

    Where they meet, the hare is caught. A hunter who `may_stay` need not step.
    """

    cells: int = 4
    apart: int = 2
    may_stay: bool = False

    def initial(self) -> Hunt:
        return Hunt(0, self.apart, MAX)

    def to_move(self, state: Hunt) -> int:
        return state.player

    def moves(self, state: Hunt) -> Iterator[int]:
        yield 1
        yield -1
        if self.may_stay and state.player == MAX:
            yield STAY

    def result(self, state: Hunt, move: int) -> Hunt:
        step = 0 if move == STAY else move
        if state.player == MAX:
            return Hunt((state.hunter + step) % self.cells, state.hare, MIN)
        return Hunt(state.hunter, (state.hare + step) % self.cells, MAX)

    def is_terminal(self, state: Hunt) -> bool:
        return state.hunter == state.hare

    def utility(self, state: Hunt, player: int) -> float:
        return 1.0 if player == MAX else -1.0

    def canonical(self, state: Hunt) -> Hunt:
        """Only how far they are apart matters."""
        apart = (state.hare - state.hunter) % self.cells
        return Hunt(0, min(apart, self.cells - apart), state.player)


class Heap(NamedTuple):
    left: int
    player: int


@dataclass(frozen=True)
class Again(Game[Heap]):
    """Take one to three; who takes one goes on at once; who takes the last wins what `prize` says.

    With `graded`, a win is worth more the later in the heap's count it comes.
    """

    heap: int = 12
    graded: bool = False

    def initial(self) -> Heap:
        return Heap(self.heap, 0)

    def to_move(self, state: Heap) -> int:
        return state.player

    def moves(self, state: Heap) -> Iterator[int]:
        yield from range(1, 4)

    def result(self, state: Heap, move: int) -> Heap:
        return Heap(state.left - move, state.player if move == 1 else 1 - state.player)

    def is_terminal(self, state: Heap) -> bool:
        return state.left <= 0

    def utility(self, state: Heap, player: int) -> float:
        prize = 1.0 + abs(state.left) if self.graded else 1.0
        return prize if player == state.player else -prize


class Spot(NamedTuple):
    node: int


@dataclass(frozen=True)
class Maze(Game[Spot]):
    """A random graph, most likely with cycles; players take turns as it happens."""

    seed: int = 0
    nodes: int = 14
    prizes: tuple[float, ...] = (-1.0, 0.0, 1.0)

    def __post_init__(self) -> None:
        dice = random.Random(self.seed)
        ways = [tuple(dice.choices(range(self.nodes), k=3)) for _ in range(self.nodes)]
        ends = [dice.random() < 0.3 for _ in range(self.nodes)]
        object.__setattr__(self, "ways", tuple(ways))
        object.__setattr__(self, "ends", (False, *ends[1:]))
        object.__setattr__(self, "turns", tuple(dice.randrange(2) for _ in range(self.nodes)))
        object.__setattr__(self, "worth", tuple(dice.choices(self.prizes, k=self.nodes)))

    ways = ends = turns = worth = ()

    def initial(self) -> Spot:
        return Spot(0)

    def to_move(self, state: Spot) -> int:
        return self.turns[state.node]

    def moves(self, state: Spot) -> Iterator[int]:
        yield from range(3)

    def result(self, state: Spot, move: int) -> Spot:
        return Spot(self.ways[state.node][move])

    def is_terminal(self, state: Spot) -> bool:
        return self.ends[state.node]

    def utility(self, state: Spot, player: int) -> float:
        value = self.worth[state.node]
        return value if player == MAX else -value


@dataclass(frozen=True)
class BadKey(Again):
    """Two heaps have one key."""

    def key(self, state: Heap) -> Bits:
        return 2 * (state.left % 9) + state.player


@dataclass(frozen=True)
class DeadEnd(Again):
    """At four counters nothing is allowed."""

    def moves(self, state: Heap) -> Iterator[int]:
        for amount in range(1, 4):
            if state.left != 4:
                yield amount


@dataclass(frozen=True)
class Endless(Again):
    """The heap grows."""

    def result(self, state: Heap, move: int) -> Heap:
        return Heap(state.left + move, 1 - state.player)


@dataclass(frozen=True)
class Words(Game[str]):
    """Add a letter; three letters end it, and two of a kind in a row are worth a point."""

    def initial(self) -> str:
        return ""

    def to_move(self, state: str) -> int:
        return len(state) % 2

    def moves(self, state: str) -> Iterator[int]:
        yield from range(2)

    def result(self, state: str, move: int) -> str:
        return state + "ab"[move]

    def is_terminal(self, state: str) -> bool:
        return len(state) == 3

    def utility(self, state: str, player: int) -> float:
        value = float("aa" in state or "bb" in state)
        return value if player == MAX else -value


class Pile:
    """A plain class whose instances can change: no state for the compiler."""

    def __init__(self, left: int, turn: int) -> None:
        self.left, self.turn = left, turn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.left, self.turn))


class Objects(Game[Pile]):
    """Take one or two counters of a pile; the player who takes the last one wins."""

    def initial(self) -> Pile:
        return Pile(7, 0)

    def to_move(self, state: Pile) -> int:
        return state.turn

    def moves(self, state: Pile) -> Iterator[int]:
        yield from range(1, min(2, state.left) + 1)

    def result(self, state: Pile, move: int) -> Pile:
        return Pile(state.left - move, 1 - state.turn)

    def is_terminal(self, state: Pile) -> bool:
        return state.left == 0

    def utility(self, state: Pile, player: int) -> float:
        return -1.0 if player == state.turn else 1.0
