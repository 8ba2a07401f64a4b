"""A linear evaluation: the weighted sum of the features of a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.compiler.records import Array, Record
from outply.evaluate.table_evaluation import INSIDE
from outply.game import Game

__all__ = ["LinearEvaluation", "LinearWeights"]


class LinearWeights(Record):
    weights: Array[float]

    def __init__(self, features: int) -> None:
        super().__init__(weights=features)


@dataclass(frozen=True)
class LinearEvaluation:
    """The evaluation of a state by its features, on the scale of utilities."""

    least: float  # the utility range of the game
    most: float
    fingerprint: str  # of the features of some states
    linear: LinearWeights

    def value(self, game: Game[Any], state: Any) -> float:
        """The value for the player to move."""
        share = min(max(self.total(game, state), -INSIDE), INSIDE)
        return 0.5 * (self.least + self.most) + 0.5 * (self.most - self.least) * share

    def total(self, game: Game[Any], state: Any) -> float:
        total = 0.0
        for number, feature in enumerate(game.features(state)):
            total += self.linear.weights[number] * feature
        return total
