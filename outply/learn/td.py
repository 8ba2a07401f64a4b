"""TD(λ) with temporal coherence learning, for n-tuple tables.

A position looks up its weights; their sum s gives its value, tanh(s). Temporal coherence gives each
weight a rate of its own, |N| / A: N is the sum of its changes and A the sum of their sizes. Changes
of both signs make it small. `self_play.py` makes the λ-returns.

Sources: D. Beal and M. Smith, "Temporal coherence and prediction decay in TD learning" (1999);
S. Bagheri, M. Thill, P. Koch and W. Konen, "Online adaptable learning rates for the game Connect-4"
(2014).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from outply.compiler.records import Array, Bits16, Float32, Int32
from outply.evaluate.cell_encoding import Encoding
from outply.evaluate.table_evaluation import TableLayout
from outply.game import Game
from outply.learn.self_play import MOST_PLIES, Learner, SelfPlay

__all__ = ["TableLearner", "TemporalDifference"]


class TableLearner(Learner, checked=False):
    places: Array[Bits16]  # as in `Tables`
    bases: Array[Int32]
    weights: Array[Float32]
    changes: Array[Float32]  # N and A of each weight, one after the other
    looked_up: Array[Int32]  # the weights of each position of the game

    def __init__(self, places: int, tuples: int, weights: int) -> None:
        super().__init__(
            places=places,
            bases=tuples,
            weights=weights,
            changes=2 * weights,
            looked_up=MOST_PLIES * tuples,
        )


@dataclass(frozen=True, kw_only=True)
class TemporalDifference(SelfPlay):
    """How tables learn."""

    encoding: Encoding
    layout: TableLayout
    step: float = 1.0  # the learning rate of all weights of a position together

    name: ClassVar[str] = "td"

    def value(self, game: Game[Any], state: Any, learner: TableLearner) -> float:
        total = 0.0
        for entry in self.layout.looked_up(self.encoding, game, state, learner):
            total += learner.weights[entry]
        return math.tanh(total)

    def noted(self, game: Game[Any], state: Any, learner: TableLearner, ply: int) -> float:
        total, note = 0.0, ply * self.layout.tuples
        for entry in self.layout.looked_up(self.encoding, game, state, learner):
            learner.looked_up[note] = entry
            total += learner.weights[entry]
            note += 1
        return math.tanh(total)

    def update(self, learner: TableLearner, ply: int, target: float) -> None:
        """Move the weights of a position, each at its own rate."""
        value, tuples = learner.values[ply], self.layout.tuples
        change = (target - value) * (1.0 - value * value)
        note, share = ply * tuples, self.step / tuples
        for number in range(tuples):
            index = learner.looked_up[note + number]
            net, size = learner.changes[2 * index], learner.changes[2 * index + 1]
            rate = abs(net) / size if size > 0.0 else 1.0
            learner.weights[index] = learner.weights[index] + share * rate * change
            learner.changes[2 * index] = net + change
            learner.changes[2 * index + 1] = size + abs(change)
