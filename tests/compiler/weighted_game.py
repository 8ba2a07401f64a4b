"""A game that holds a record: the weights of its evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from outply.compiler.records import (
    Array,
    Bits16,
    Float32,
    Int16,
    Int32,
    MemoryProperty,
    Record,
)
from outply.game import Game


class Weights(Record):
    scale: float
    words: Array[int]
    shorts: Array[Int16]
    halves: Array[Int32]
    floats: Array[Float32]
    places: Array[Bits16]

    def __init__(self, numbers: tuple[int, ...], scale: float = 0.5) -> None:
        size = len(numbers)
        super().__init__(words=size, shorts=size, halves=size, floats=size, places=size)
        self.scale = scale
        for index, number in enumerate(numbers):
            self.words[index], self.shorts[index] = number, number
            self.halves[index], self.floats[index] = 70_000 * number, number / 3


@dataclass(frozen=True)
class Evaluation:
    weights: Weights

    def value(self, state: int) -> float:
        weights = self.weights
        total = weights.words[state] + weights.shorts[state] + weights.halves[state]
        return weights.scale * (total + weights.floats[state])


@dataclass(frozen=True)
class WeightedGame(Game[int]):
    evaluation: Evaluation = field(default_factory=lambda: Evaluation(Weights((1, 2, 3))))

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state & 1

    def moves(self, state: int) -> Iterator[int]:
        yield from (1, 2)

    def result(self, state: int, move: int) -> int:
        return state + move

    def is_terminal(self, state: int) -> bool:
        return state > 8

    def utility(self, state: int, player: int) -> float:
        return 0.0

    def evaluate(self, state: int, player: int) -> float:
        return self.evaluation.value(state)


class WeightedFields(WeightedGame):
    """A game whose fields are in a record; compiled code reads them there."""

    @MemoryProperty
    def first(self) -> int:
        return self.evaluation.weights.words[0]

    @MemoryProperty
    def scale(self) -> float:
        return self.evaluation.weights.scale

    def evaluate(self, state: int, player: int) -> float:
        return self.first + 100.0 * self.scale


class Counter(Record, per_call=True):
    is_copy: bool
    count: int
    numbers: Array[int]

    def __init__(self) -> None:
        super().__init__(numbers=3)
        self.count = 10
        self.numbers[2] = 7


@dataclass(frozen=True)
class CountingGame(WeightedGame):
    counter: Counter = field(default_factory=Counter)

    def evaluate(self, state: int, player: int) -> float:
        if self.counter.is_copy:
            self.counter.count += 1
            self.counter.numbers[2] = self.counter.numbers[2] + state
        return float(100 * self.counter.count + self.counter.numbers[2])


def value_of(game: Game[Any], state: int) -> float:
    return game.evaluate(state, 0)


def total_of(game: Game[Any], state: int) -> float:
    return game.evaluation.value(state) + game.evaluation.weights.scale  # type: ignore[attr-defined]


def store_narrow(weights: Weights, number: int) -> int:
    weights.shorts[0] = number
    weights.halves[0] = 60_000 * number
    weights.floats[0] = number / 7
    weights.places[0] = number & 65535
    return weights.shorts[0] + weights.halves[0] + int(weights.places[0])


def store_place(weights: Weights, number: int) -> int:
    weights.places[0] = number
    return 0
