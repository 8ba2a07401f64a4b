"""Trains n-tuple tables by TD(λ)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from outply.evaluate import TableEvaluation
from outply.evaluate.table_file import KIND, new_evaluation
from outply.evaluate.weights_file import Tensor, TensorFile
from outply.game import Game, OutplyError
from outply.learn.td import TableLearner, TemporalDifference
from outply.learn.trainer import Trainer

__all__ = ["TableTrainer"]

AVERAGED = 10  # snapshots, about
LARGEST = 32767  # of an int16
FIT_STEP = 0.3  # positions come back in each epoch, and weights may have been learned before


class TableTrainer(Trainer):
    """Learns tables; the result is an average, since the last weights vary from game to game."""

    kind = KIND
    method = "TD(λ) with temporal coherence"
    interval = 2000  # games, after which the weights enter the average
    learner: TableLearner
    rule: TemporalDifference

    def __init__(self, game: Game[Any], seed: int, compiled: bool | None = None) -> None:
        made = self._evaluation = new_evaluation(game)
        tables = made.tables
        learner = TableLearner(len(tables.places), len(tables.bases), len(tables.weights))
        learner.places.memory[:] = tables.places.memory
        learner.bases.memory[:] = tables.bases.memory
        rule = TemporalDifference(made.least, made.most, encoding=made.encoding, layout=made.layout)
        super().__init__(game, rule, learner, seed, compiled)
        self._snapshots = 0
        self._weights = np.frombuffer(learner.weights.memory, np.float32)
        self._average = np.zeros(len(self._weights), np.float64)

    @property
    def parameters(self) -> int:
        return len(self.learner.weights)

    @property
    def description(self) -> str:
        tuples = len(self.learner.bases)
        counted = "1 tuple" if tuples == 1 else f"{tuples} tuples"
        made = f"{counted} of cells, {self.parameters:,} weights"
        unseen = self._evaluation.encoding.unseen
        if not unseen:
            return made
        return f"{made}; not seen: {', '.join(unseen)} (define cells)"

    def _after_interval(self) -> None:
        self._snapshots += 1
        share = 1.0 / min(self._snapshots, AVERAGED)
        self._average += share * (self._weights - self._average)

    def evaluation(self) -> TableEvaluation:
        """Averaged weights, as whole numbers."""
        return self._rounded(self._average) if self._snapshots else self.present_evaluation()

    @property
    def fit_rule(self) -> TemporalDifference:
        return replace(self.rule, step=FIT_STEP)

    def begin_fit(self) -> None:
        self.learner.changes.clear()

    def end_epoch(self) -> None:
        """Nothing: each position changes the weights."""

    def present_evaluation(self) -> TableEvaluation:
        return self._rounded(self._weights.astype(np.float64))

    def _rounded(self, weights: np.ndarray[Any, np.dtype[np.float64]]) -> TableEvaluation:
        if not np.isfinite(weights).all():
            raise OutplyError(f"Learning {self.game.name} failed: its weights are not finite.")
        made = self._evaluation.with_new_tables()
        scale = max(float(np.abs(weights).max()) / LARGEST, 1e-12)
        made.tables.scale = scale
        made.tables.weights.memory[:] = np.rint(weights / scale).astype(np.int16).tobytes()
        return made

    def _tensors(self) -> dict[str, Tensor]:
        return {
            "weights": Tensor("F32", bytes(self.learner.weights.memory)),
            "changes": Tensor("F32", bytes(self.learner.changes.memory)),
            "average": Tensor("F64", self._average.tobytes()),
            "snapshots": Tensor("I64", self._snapshots.to_bytes(8, "little")),
        }

    def _restore(self, content: TensorFile) -> None:
        tensors = content.tensors
        self.learner.weights.memory[:] = tensors["weights"].data
        self.learner.changes.memory[:] = tensors["changes"].data
        self._average[:] = np.frombuffer(tensors["average"].data, np.float64)
        self._snapshots = int.from_bytes(tensors["snapshots"].data, "little")
