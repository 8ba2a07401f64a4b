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
    """The game's own formula, as a utility and within what is known for certain."""
    least, most = self.utility_range
    value: float = min(max(float(self.own_evaluate(state, player)), least), most)
    low, high = self.bounds(state, player)
    return float(min(max(value, low), high))
