"""A linear evaluation: the weighted sum of the features of a state.

In a game with chance, states in which chance is to move have weights of their own, which are after
the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.compiler.records import Array, Record
from outply.evaluate.table_evaluation import INSIDE
from outply.game import CHANCE, Game

__all__ = ["LinearEvaluation", "LinearWeights", "first_weight"]


class LinearWeights(Record):
    weights: Array[float]

    def __init__(self, number: int) -> None:
        super().__init__(weights=number)


def first_weight(game: Game[Any], state: Any, features: int) -> int:
    """Where the weights for a state begin."""
    return features if game.to_move(state) == CHANCE else 0


@dataclass(frozen=True)
class LinearEvaluation:
    """The evaluation of a state by its features, on the scale of utilities."""

    least: float  # the utility range of the game
    most: float
    fingerprint: str  # of the features of some states
    features: int  # of a state
    linear: LinearWeights

    def value(self, game: Game[Any], state: Any) -> float:
        """The value for the player to move, or `side_of` the state."""
        share = min(max(self.total(game, state), -INSIDE), INSIDE)
        return 0.5 * (self.least + self.most) + 0.5 * (self.most - self.least) * share

    def total(self, game: Game[Any], state: Any) -> float:
        total, first = 0.0, first_weight(game, state, self.features)
        for number, feature in enumerate(game.features(state)):
            total += self.linear.weights[first + number] * feature
        return total
