"""Trains a network with one hidden layer: gradients in a compiled loop, then a step of Adam.

Of a position, only the rows of its cells have a gradient: the loop goes through those alone.

Source: D. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization" (2015).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from outply.compiler.records import Array, Bits16, Float32, Record
from outply.evaluate.cell_encoding import Encoding
from outply.game import Game
from outply.learn.network_self_play import NetworkLearner

__all__ = ["Adam", "Batch", "GradientSum", "Layers", "layers_of"]

Numbers = np.ndarray[Any, np.dtype[np.float32]]
FIRST_DECAY, SECOND_DECAY, TINY = 0.9, 0.999, 1e-8


class Layers(NamedTuple):
    """The numbers of a network's weights, as arrays over memory that compiled code uses."""

    rows: Numbers  # (inputs, units)
    biases: Numbers  # (units,)
    outputs: Numbers  # (stages, units)
    offsets: Numbers  # (stages,)


def layers_of(record: Any, encoding: Encoding) -> Layers:
    """The arrays of a record that has the fields of Layers."""
    rows, biases, outputs, offsets = (
        np.frombuffer(getattr(record, name).memory, np.float32) for name in Layers._fields
    )
    inputs, stages = encoding.count * encoding.values, encoding.stages
    return Layers(rows.reshape(inputs, -1), biases, outputs.reshape(stages, -1), offsets)


class Batch(Record, checked=False):
    """Positions to learn from, and how the squared error of all of them changes by each weight."""

    loss: float  # the squared errors of all batches
    positions: Array[int]  # numbers among those that the learner keeps
    turned: Array[int]  # by which symmetry each is seen
    symmetries: Array[Bits16]  # the cells of each, in their order
    inputs: Array[int]  # of the position under way: where the rows of its cells begin
    hidden: Array[Float32]
    slopes: Array[Float32]  # of the hidden units
    rows: Array[Float32]  # the gradients, as the weights of `NetworkLearner`
    biases: Array[Float32]
    outputs: Array[Float32]
    offsets: Array[Float32]

    def __init__(self, encoding: Encoding, units: int, size: int, symmetries: int) -> None:
        super().__init__(
            positions=size,
            turned=size,
            symmetries=symmetries * encoding.count,
            inputs=encoding.count,
            hidden=units,
            slopes=units,
            rows=encoding.count * encoding.values * units,
            biases=units,
            outputs=encoding.stages * units,
            offsets=encoding.stages,
        )


@dataclass(frozen=True)
class GradientSum:
    """Sums gradients over a batch."""

    encoding: Encoding
    units: int

    def add_all(
        self, game: Game[Any], state: Any, number: int, learner: NetworkLearner, batch: Batch
    ) -> float:
        """Add the gradients of the first `number` positions; returns the squared errors so far."""
        for index in range(number):
            self.add(index, learner, batch)
        return batch.loss

    def add(self, index: int, learner: NetworkLearner, batch: Batch) -> None:
        note = batch.positions[index] * (self.encoding.count + 1)
        stage = learner.kept_cells[note + self.encoding.count]
        turned = batch.turned[index] * self.encoding.count
        for unit in range(self.units):
            batch.hidden[unit] = learner.biases[unit]
        for cell in range(self.encoding.count):
            seen = learner.kept_cells[note + batch.symmetries[turned + cell]]
            row = (cell * self.encoding.values + seen) * self.units
            batch.inputs[cell] = row
            for unit in range(self.units):
                batch.hidden[unit] = batch.hidden[unit] + learner.rows[row + unit]
        value = self.output(stage, learner, batch)
        error = value - learner.targets[batch.positions[index]]
        batch.loss += error * error
        self.back(stage, 2.0 * error * (1.0 - value * value), learner, batch)

    def output(self, stage: int, learner: NetworkLearner, batch: Batch) -> float:
        first, total = stage * self.units, learner.offsets[stage]
        for unit in range(self.units):
            total += min(max(batch.hidden[unit], 0.0), 1.0) * learner.outputs[first + unit]
        return math.tanh(total)

    def back(self, stage: int, slope: float, learner: NetworkLearner, batch: Batch) -> None:
        """Add what follows from the slope of the output, from the last layer to the first."""
        first = stage * self.units
        batch.offsets[stage] = batch.offsets[stage] + slope
        for unit in range(self.units):
            hidden = batch.hidden[unit]
            active = min(max(hidden, 0.0), 1.0)
            batch.outputs[first + unit] = batch.outputs[first + unit] + slope * active
            is_between = hidden > 0.0 and hidden < 1.0
            down = slope * learner.outputs[first + unit] if is_between else 0.0
            batch.slopes[unit] = down
            batch.biases[unit] = batch.biases[unit] + down
        for cell in range(self.encoding.count):
            row = batch.inputs[cell]
            for unit in range(self.units):
                batch.rows[row + unit] = batch.rows[row + unit] + batch.slopes[unit]


class Adam:
    """Steps whose size adapts to each weight; `steps`, `means` and `squares` are its state."""

    def __init__(self, layers: Layers, rate: float) -> None:
        self.layers, self.rate, self.steps = layers, rate, 0
        self.means = Layers(*map(np.zeros_like, layers))
        self.squares = Layers(*map(np.zeros_like, layers))

    def step(self, sums: Layers, size: int) -> None:
        """Move the weights by the gradients of `size` positions, and set these to 0."""
        self.steps += 1
        first, second = 1.0 - FIRST_DECAY**self.steps, 1.0 - SECOND_DECAY**self.steps
        parts = zip(self.layers, sums, self.means, self.squares, strict=True)
        for weights, total, mean, square in parts:
            slope = total / np.float32(size)
            mean += (1.0 - FIRST_DECAY) * (slope - mean)
            square += (1.0 - SECOND_DECAY) * (slope * slope - square)
            weights -= self.rate * (mean / first) / (np.sqrt(square / second) + TINY)
            total[...] = 0.0
