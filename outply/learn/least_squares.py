"""Trains a linear evaluation: least squares over the features of positions of self-play.

While games are played, the normal equations are summed up: the products of features with each
other, and with the target of their position. After each interval of games they are solved, the new
weights choose the moves of the next games, and older games count half as much.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from outply.compiler.records import Array
from outply.evaluate import LinearEvaluation
from outply.evaluate.linear_evaluation import LinearWeights, first_weight
from outply.evaluate.linear_file import KIND, new_linear_evaluation
from outply.evaluate.weights_file import Tensor, TensorFile
from outply.game import Game
from outply.learn.self_play import MOST_PLIES, ROLLED, Learner, SelfPlay
from outply.learn.trainer import Trainer

__all__ = ["LeastSquares", "LinearLearner", "LinearTrainer"]

KEPT = 0.5  # of the sums, when they have been solved
RIDGE = 1e-3  # of the mean product: keeps weights of features that hardly vary small


class LinearLearner(Learner, checked=False):
    weights: Array[float]
    features: Array[float]  # of each position of the game
    products: Array[float]  # of the features of each weight with those of each
    targets: Array[float]  # products of the feature of each weight with the target of its position

    def __init__(self, features: int, weights: int) -> None:
        super().__init__(
            weights=weights,
            features=MOST_PLIES * features,
            products=weights * weights,
            targets=weights,
        )


@dataclass(frozen=True, kw_only=True)
class LeastSquares(SelfPlay):
    """How a linear evaluation learns."""

    count: int  # of features
    weights: int

    name: ClassVar[str] = "least squares"

    def value(self, game: Game[Any], state: Any, learner: LinearLearner) -> float:
        total, first = 0.0, first_weight(game, state, self.count)
        for number, feature in enumerate(game.features(state)):
            total += learner.weights[first + number] * feature
        return min(max(total, -1.0), 1.0)

    def noted(self, game: Game[Any], state: Any, learner: LinearLearner, ply: int) -> float:
        note = ply * self.count
        for feature in game.features(state):
            learner.features[note] = feature
            note += 1
        return self.value(game, state, learner)

    def update(self, learner: LinearLearner, ply: int, target: float) -> None:
        """Add the position to the normal equations."""
        note, first = ply * self.count, 0
        if learner.ways[ply] == ROLLED:
            first = self.count
        for row in range(self.count):
            feature = learner.features[note + row]
            learner.targets[first + row] = learner.targets[first + row] + feature * target
            at = (first + row) * self.weights + first
            for column in range(self.count):
                product = feature * learner.features[note + column]
                learner.products[at + column] = learner.products[at + column] + product


class LinearTrainer(Trainer):
    """Learns the weights of features."""

    kind = KIND
    method = "least squares over λ-returns"
    interval = 1000  # games of one generation
    learner: LinearLearner

    def __init__(self, game: Game[Any], seed: int, compiled: bool | None = None) -> None:
        made = self._evaluation = new_linear_evaluation(game)
        count, weights = made.features, len(made.linear.weights)
        rule = LeastSquares(made.least, made.most, count=count, weights=weights)
        super().__init__(game, rule, LinearLearner(count, weights), seed, compiled)

    @property
    def parameters(self) -> int:
        return len(self.learner.weights)

    @property
    def description(self) -> str:
        kinds = ", for rolls another" if self.game.traits.chance else ""
        return f"a weight for each of {self._evaluation.features:,} features{kinds}"

    def _after_interval(self) -> None:
        learner = self.learner
        learner.weights.memory[:] = self._solved().tobytes()
        for array in (learner.products, learner.targets):
            numbers = np.frombuffer(array.memory, np.float64)
            array.memory[:] = (KEPT * numbers).tobytes()

    def _solved(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        count = self.parameters
        products = np.frombuffer(self.learner.products.memory, np.float64).reshape(count, count)
        targets = np.frombuffer(self.learner.targets.memory, np.float64)
        ridge = RIDGE * (np.trace(products) / count + 1e-9) * np.eye(count)
        return np.linalg.solve(products + ridge, targets)

    def evaluation(self) -> LinearEvaluation:
        """The weights of the last generation; before its end, of the games so far."""
        is_first = self.learner.games < self.interval
        return self._made(self._solved().tobytes()) if is_first else self.present_evaluation()

    def begin_fit(self) -> None:
        self.learner.products.clear()
        self.learner.targets.clear()

    def end_epoch(self) -> None:
        self.learner.weights.memory[:] = self._solved().tobytes()

    def present_evaluation(self) -> LinearEvaluation:
        return self._made(bytes(self.learner.weights.memory))

    def _made(self, weights: bytes) -> LinearEvaluation:
        made = replace(self._evaluation, linear=LinearWeights(self.parameters))
        made.linear.weights.memory[:] = weights
        return made

    def _tensors(self) -> dict[str, Tensor]:
        names = ("weights", "products", "targets")
        return {n: Tensor("F64", bytes(getattr(self.learner, n).memory)) for n in names}

    def _restore(self, content: TensorFile) -> None:
        for name in ("weights", "products", "targets"):
            getattr(self.learner, name).memory[:] = content.tensors[name].data
