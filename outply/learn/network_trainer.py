"""Trains a network: generations of self-play, each followed by gradient descent."""

from __future__ import annotations

from typing import Any

import numpy as np

from outply.evaluate import NetworkEvaluation
from outply.evaluate.cell_encoding import Encoding, encoding_of
from outply.evaluate.network_evaluation import ZERO, NetworkWeights
from outply.evaluate.network_file import KIND, network_evaluation
from outply.evaluate.table_file import require_two_players
from outply.evaluate.tuples import all_symmetries
from outply.evaluate.weights_file import Tensor, TensorFile
from outply.game import Game, OutplyError
from outply.learn.gradient_descent import Adam, Batch, GradientSum, Layers, layers_of
from outply.learn.network_self_play import NetworkLearner, NetworkSelfPlay
from outply.learn.trainer import Trainer, runner_of

__all__ = ["NetworkTrainer"]

UNITS = 64  # hidden
MOST_KEPT, KEPT_CELLS = 1 << 17, 6_000_000  # positions; cells of all of them, about
BATCH, RATE = 1024, 2e-3
TIMES = 4  # that a position is trained with, on average
AVERAGED = 8  # generations, about
LARGEST = 32_000  # that a sum of the hidden layer may be, in whole numbers


class NetworkTrainer(Trainer):
    """Learns a network; the result is an average over the last generations."""

    kind = KIND
    method = "gradient descent over λ-returns"
    interval = 1000  # games of one generation
    learner: NetworkLearner

    def __init__(self, game: Game[Any], seed: int, compiled: bool | None = None) -> None:
        require_two_players(game)
        self._encoding = encoding = encoding_of(game)
        self._seed = seed = seed & (1 << 64) - 1
        kept = max(1 << 14, min(MOST_KEPT, KEPT_CELLS // encoding.count))
        rule = NetworkSelfPlay(*game.utility_range, encoding=encoding, units=UNITS, positions=kept)
        super().__init__(game, rule, NetworkLearner(encoding, UNITS, kept), seed, compiled)
        self._layers = layers_of(self.learner, encoding)
        _begin(self._layers, encoding, np.random.default_rng(seed))
        self._adam = Adam(self._layers, RATE)
        self._average = Layers(*(array.copy() for array in self._layers))
        self._generations = self._trained = 0
        self._batch = _batch(game, encoding)
        self._sums = layers_of(self._batch, encoding)
        self._symmetries = len(self._batch.symmetries) // encoding.count
        records = {"learner": NetworkLearner, "batch": Batch}
        gradients = GradientSum(encoding, UNITS)
        self._descent = runner_of(GradientSum.add_all, game, gradients, records, compiled)

    @property
    def parameters(self) -> int:
        return sum(array.size for array in self._layers)

    @property
    def description(self) -> str:
        inputs = len(self._layers.rows)
        made = f"a network, {inputs} inputs and {UNITS} hidden units, {self.parameters:,} weights"
        unseen = self._encoding.unseen
        return f"{made}; not seen: {', '.join(unseen)} (define cells)" if unseen else made

    # -- a generation ------------------------------------------------------------------------

    def _after_interval(self) -> None:
        rng = np.random.default_rng([self._seed, self._generations])
        new, self._trained = self.learner.kept - self._trained, self.learner.kept
        for _ in range(1 + TIMES * new // BATCH):
            self._learn_batch(rng)
        self._generations += 1
        share = 1.0 / min(self._generations, AVERAGED)
        for average, weights in zip(self._average, self._layers, strict=True):
            average += share * (weights - average)

    def _learn_batch(self, rng: np.random.Generator) -> None:
        """Learn from positions that are kept, each seen by one of the game's symmetries."""
        kept = min(self.learner.kept, len(self.learner.targets))
        self._batch.positions.memory[:] = rng.integers(kept, size=BATCH).tobytes()
        self._batch.turned.memory[:] = rng.integers(self._symmetries, size=BATCH).tobytes()
        state = self._descent.game.initial()
        self._descent(state, BATCH, records=(self.learner, self._batch))
        self._adam.step(self._sums, BATCH)

    def begin_fit(self) -> None:
        self.learner.kept = self._trained = 0

    def end_epoch(self) -> None:
        """Learn from the positions that the epoch has kept, each once on average."""
        rng = np.random.default_rng([self._seed, self._adam.steps])
        for _ in range(1 + min(self.learner.kept, len(self.learner.targets)) // BATCH):
            self._learn_batch(rng)
        self.learner.kept = 0

    def present_evaluation(self) -> NetworkEvaluation:
        return self._quantized(self._layers)

    # -- the result --------------------------------------------------------------------------

    def evaluation(self) -> NetworkEvaluation:
        """The averaged weights, as whole numbers; before any generation, from the games so far."""
        if not self._generations and self.learner.kept:
            before = self._tensors()
            self._after_interval()
            try:
                return self._quantized(self._average)
            finally:
                self._restore(TensorFile({}, before))
        return self._quantized(self._average)

    def _quantized(self, layers: Layers) -> NetworkEvaluation:
        if not all(np.isfinite(array).all() for array in layers):
            raise OutplyError(f"Learning {self.game.name} failed: its weights are not finite.")
        weights = NetworkWeights(self._encoding, UNITS)
        weights.unit = unit = _unit(layers, self._encoding)
        largest = max(float(np.abs(layers.outputs).max()), 1e-9)
        weights.scale = largest / (ZERO - 1) / unit
        weights.rows.memory[:] = _stored(layers.rows * unit)
        weights.biases.memory[:] = _stored(layers.biases * unit)
        weights.outputs.memory[:] = _stored(layers.outputs * ((ZERO - 1) / largest))
        weights.offsets.memory[:] = layers.offsets.astype(np.float64).tobytes()
        return network_evaluation(self.game, self._encoding, weights)

    # -- checkpoints -------------------------------------------------------------------------

    def _arrays(self) -> dict[str, np.ndarray[Any, Any]]:
        groups = {
            "weights": self._layers,
            "means": self._adam.means,
            "squares": self._adam.squares,
            "average": self._average,
        }
        return {
            f"{group}_{name}": array
            for group, layers in groups.items()
            for name, array in zip(Layers._fields, layers, strict=True)
        }

    def _tensors(self) -> dict[str, Tensor]:
        learner = self.learner
        counts = np.array(
            [learner.kept, self._trained, self._adam.steps, self._generations], np.int64
        )
        return {
            **{name: Tensor("F32", array.tobytes()) for name, array in self._arrays().items()},
            "counts": Tensor("I64", counts.tobytes()),
            "kept_cells": Tensor("U16", bytes(learner.kept_cells.memory)),
            "targets": Tensor("F32", bytes(learner.targets.memory)),
        }

    def _restore(self, content: TensorFile) -> None:
        tensors = content.tensors
        for name, array in self._arrays().items():
            array[...] = np.frombuffer(tensors[name].data, np.float32).reshape(array.shape)
        counts = np.frombuffer(tensors["counts"].data, np.int64)
        self.learner.kept, self._trained, self._adam.steps, self._generations = map(int, counts)
        self.learner.kept_cells.memory[:] = tensors["kept_cells"].data
        self.learner.targets.memory[:] = tensors["targets"].data


def _batch(game: Game[Any], encoding: Encoding) -> Batch:
    symmetries = all_symmetries(game.symmetries if game.cell_values else (), encoding.count)
    batch = Batch(encoding, UNITS, BATCH, len(symmetries))
    batch.symmetries.memory[:] = np.array(symmetries, np.uint16).tobytes()
    return batch


def _begin(layers: Layers, encoding: Encoding, rng: np.random.Generator) -> None:
    """Small random weights, such that most hidden units are between 0 and 1."""
    spread = 0.5 / encoding.count**0.5
    layers.rows[...] = rng.normal(0.0, spread, layers.rows.shape)
    layers.biases[...] = rng.uniform(0.2, 0.8, layers.biases.shape)
    layers.outputs[...] = rng.normal(0.0, 0.3 / UNITS**0.5, layers.outputs.shape)


def _unit(layers: Layers, encoding: Encoding) -> int:
    """What 1 of a hidden unit is in whole numbers: as much as sums of 16 bits allow."""
    rows = np.abs(layers.rows).reshape(encoding.count, encoding.values, -1).max(axis=1)
    largest = float((rows.sum(axis=0) + np.abs(layers.biases)).max())
    return max(1, min(255, int((LARGEST - encoding.count) / max(largest, 1e-9))))


def _stored(numbers: np.ndarray[Any, Any]) -> bytes:
    """Whole numbers as they are stored, ZERO more than they are."""
    stored: bytes = (np.rint(numbers).astype(np.int64) + ZERO).astype(np.uint16).tobytes()
    return stored
