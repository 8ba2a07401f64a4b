"""Self-play with a network: it chooses the moves, and the positions are kept for its training.

The kernel computes in floating point, from the same weights that `gradient_descent.py` changes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from outply.compiler.records import Array, Bits16, Float32
from outply.evaluate.cell_encoding import Encoding
from outply.game import Game
from outply.learn.self_play import MOST_PLIES, Learner, SelfPlay

__all__ = ["NetworkLearner", "NetworkSelfPlay"]


class NetworkLearner(Learner, checked=False):
    """The weights, and the last positions with their targets."""

    kept: int  # positions so far; the newest take the place of the oldest
    rows: Array[Float32]  # by cell, value and hidden unit
    biases: Array[Float32]
    outputs: Array[Float32]  # by stage and hidden unit
    offsets: Array[Float32]  # by stage
    hidden: Array[Float32]  # of the position under way
    cells: Array[Bits16]  # of each position of the game, and its stage
    kept_cells: Array[Bits16]
    targets: Array[Float32]

    def __init__(self, encoding: Encoding, hidden: int, positions: int) -> None:
        count = encoding.count + 1
        super().__init__(
            rows=encoding.count * encoding.values * hidden,
            biases=hidden,
            outputs=encoding.stages * hidden,
            offsets=encoding.stages,
            hidden=hidden,
            cells=MOST_PLIES * count,
            kept_cells=positions * count,
            targets=positions,
        )


@dataclass(frozen=True, kw_only=True)
class NetworkSelfPlay(SelfPlay):
    """How positions for a network are made."""

    encoding: Encoding
    units: int  # hidden
    positions: int  # that are kept

    name: ClassVar[str] = "network"

    def value(self, game: Game[Any], state: Any, learner: NetworkLearner) -> float:
        return self.value_of(self.encoding.cells(game, state), game, state, learner)

    def value_of(
        self, cells: tuple[int, ...], game: Game[Any], state: Any, learner: NetworkLearner
    ) -> float:
        """What a state with these cells is worth to the player to move."""
        if len(cells) != self.encoding.count:
            raise ValueError("a state has more or fewer cells than the initial state")
        for unit in range(self.units):
            learner.hidden[unit] = learner.biases[unit]
        for cell, value in enumerate(cells):
            if value < 0 or value >= self.encoding.values:
                raise ValueError("a cell is not below cell_values")
            self.add_row(learner, (cell * self.encoding.values + value) * self.units)
        first, total = self.encoding.stage(game, state) * self.units, 0.0
        for unit in range(self.units):
            active = min(max(learner.hidden[unit], 0.0), 1.0)
            total += active * learner.outputs[first + unit]
        return math.tanh(total + learner.offsets[self.encoding.stage(game, state)])

    def add_row(self, learner: NetworkLearner, row: int) -> None:
        for unit in range(self.units):
            learner.hidden[unit] = learner.hidden[unit] + learner.rows[row + unit]

    def noted(self, game: Game[Any], state: Any, learner: NetworkLearner, ply: int) -> float:
        cells, note = self.encoding.cells(game, state), ply * (self.encoding.count + 1)
        value_of_state = self.value_of(cells, game, state, learner)  # which tests the cells
        for cell, value in enumerate(cells):
            learner.cells[note + cell] = value
        learner.cells[note + self.encoding.count] = self.encoding.stage(game, state)
        return value_of_state

    def update(self, learner: NetworkLearner, ply: int, target: float) -> None:
        """Keep the position and its target."""
        size, place = self.encoding.count + 1, learner.kept % self.positions
        for number in range(size):
            learner.kept_cells[place * size + number] = learner.cells[ply * size + number]
        learner.targets[place] = target
        learner.kept += 1
