"""A game's own evaluation with other numbers for some of its fields.

A game lists the fields that its `evaluate` weighs things with:

    evaluation_parameters = ("mobility", "corners")

Fields are compiled in as constants. Here they become properties that read a record, so that other
numbers need no compilation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outply.compiler.records import Array, MemoryProperty, Record
from outply.evaluate.table_evaluation import INSIDE

__all__ = ["ParameterEvaluation", "ParameterNumbers", "parameter_members"]


class ParameterNumbers(Record):
    numbers: Array[float]

    def __init__(self, count: int) -> None:
        super().__init__(numbers=count)


@dataclass(frozen=True)
class ParameterEvaluation:
    """The numbers of the fields with these names; those of `whole` are ints."""

    names: tuple[str, ...]
    whole: frozenset[str]
    parameters: ParameterNumbers
    is_clipped: bool = True  # not while it is tuned: a loss that does not change gives no direction

    @property
    def values(self) -> dict[str, int | float]:
        numbers = zip(self.names, self.parameters.numbers, strict=True)
        return {name: int(n) if name in self.whole else n for name, n in numbers}


def parameter_members(rules: Any, evaluation: ParameterEvaluation) -> dict[str, Any]:
    """What a class of games has in place of the fields, and its `evaluate`."""
    fields = {
        name: MemoryProperty(_whole_reader(at) if name in evaluation.whole else _reader(at))
        for at, name in enumerate(evaluation.names)
    }
    method = evaluate if evaluation.is_clipped else rules.evaluate
    return {**fields, "own_evaluate": rules.evaluate, "evaluate": method, "margin": rules.margin}


def _reader(at: int) -> Callable[[Any], float]:
    def read(self: Any) -> float:
        number: float = self.given_evaluation.parameters.numbers[at]
        return number

    return read


def _whole_reader(at: int) -> Callable[[Any], int]:
    def read_whole(self: Any) -> int:
        return int(self.given_evaluation.parameters.numbers[at])

    return read_whole


def evaluate(self: Any, state: Any, player: int) -> float:
    """The game's own formula, less than a win and within what is known for certain."""
    return kept_inside(self, state, player, float(self.own_evaluate(state, player)))


def kept_inside(game: Any, state: Any, player: int, value: float) -> float:
    """A value between a loss and a win, which only the end of a game is; and within `bounds`."""
    least, most = game.utility_range
    middle, half = 0.5 * (least + most), 0.5 * INSIDE * (most - least)
    value = min(max(value, middle - half), middle + half)
    low, high = game.bounds(state, player)
    return float(min(max(value, low), high))
