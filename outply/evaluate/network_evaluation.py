"""A network evaluation: one hidden layer over the cells of a state, in whole numbers.

    rows         for each cell and each of its values, what it adds to the hidden units
    sums         of each hidden unit: its bias and the rows of all cells, clipped to 0 … `unit`
    outputs      for each stage, a weight for each hidden unit; their sum gives the value, by tanh

The next state that is evaluated differs in a few cells, so compiled code changes the sums by the
rows of those cells. All numbers are whole, so both ways give the same, bit for bit. There are sums
for each player to move: if cells are as the mover sees them, all change from one ply to the next.

Numbers are stored as 16 bits, ZERO more than they are: so they are never negative, and loops over
the units need no tests that would keep a processor from adding many at once.

Source: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
Shogi" (2018).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from outply.compiler.records import Array, Bits16, Record
from outply.evaluate.cell_encoding import Encoding
from outply.evaluate.table_evaluation import INSIDE
from outply.game import Bits, Game

__all__ = ["ZERO", "NetworkEvaluation", "NetworkWeights"]

ZERO = 1 << 15  # what 0 is stored as
HALF_WORD, WORD = (1 << 16) - 1, (1 << 64) - 1


class NetworkWeights(Record, checked=False):
    """`unit` is what a hidden unit is at most; `scale` what 1 of the outputs' sum stands for."""

    unit: Bits
    scale: float
    rows: Array[Bits16]  # by cell, value and hidden unit
    biases: Array[Bits16]  # of the hidden units
    outputs: Array[Bits16]  # by stage and hidden unit
    offsets: Array[float]  # by stage: what is added to the sum times scale

    def __init__(self, encoding: Encoding, hidden: int) -> None:
        super().__init__(
            rows=encoding.count * encoding.values * hidden,
            biases=hidden,
            outputs=encoding.stages * hidden,
            offsets=encoding.stages,
        )


class LastSums(Record, checked=False, per_call=True):
    """The cells and sums of the last states, by the player to move.

    Only copies for compiled calls are used, as with `table_evaluation.LastState`.
    """

    is_copy: bool
    cells: Array[Bits16]
    sums: Array[Bits16]

    def __init__(self, encoding: Encoding, weights: NetworkWeights) -> None:
        """The sums of states all of whose cells are 0."""
        hidden, size = len(weights.biases), encoding.values * len(weights.biases)
        super().__init__(cells=2 * encoding.count, sums=2 * hidden)
        for unit in range(hidden):
            rows = sum(weights.rows[cell * size + unit] - ZERO for cell in range(encoding.count))
            self.sums[unit] = self.sums[hidden + unit] = (weights.biases[unit] + rows) & HALF_WORD


@dataclass(frozen=True)
class NetworkEvaluation:
    """The evaluation of a state by a network, on the scale of utilities."""

    encoding: Encoding
    hidden: int  # units
    least: float  # the utility range of the game
    most: float
    weights: NetworkWeights
    last: LastSums

    def value(self, game: Game[Any], state: Any) -> float:
        """The value for the player to move, or `side_of` the state."""
        share = INSIDE * math.tanh(self.total(game, state))
        return 0.5 * (self.least + self.most) + 0.5 * (self.most - self.least) * share

    def total(self, game: Game[Any], state: Any) -> float:
        """The value before tanh, from the sums of the last state or from all cells."""
        stage, side = self.encoding.stage(game, state), game.to_move(state) & 1
        if self.last.is_copy:
            self.update(self.encoding.cells(game, state), side)
            return self.output(self.last.sums, side * self.hidden, stage)
        return self.output(self.sums_of(self.encoding.cells(game, state)), 0, stage)

    def update(self, cells: tuple[int, ...], side: int) -> None:
        """Let the last sums be those of a state, by the cells that differ."""
        if len(cells) != self.encoding.count:
            raise ValueError("a state has more or fewer cells than the initial state")
        first = side * self.encoding.count
        for cell, value in enumerate(cells):
            before = int(self.last.cells[first + cell])
            if value != before:
                if value < 0 or value >= self.encoding.values:
                    raise ValueError("a cell is not below cell_values")
                self.last.cells[first + cell] = value
                row = cell * self.encoding.values
                self.change(side * self.hidden, row + before, row + value)

    def change(self, first: int, before: int, after: int) -> None:
        """Take one row from the sums that begin at `first`, and add another."""
        sums, rows = self.last.sums, self.weights.rows
        before, after = before * self.hidden, after * self.hidden
        for unit in range(self.hidden):
            old: Bits = rows[before + unit]
            new: Bits = rows[after + unit]
            known: Bits = sums[first + unit]
            sums[first + unit] = (known + new - old) & HALF_WORD

    def sums_of(self, cells: tuple[int, ...]) -> list[int]:
        """The sums of a state, from all cells."""
        if len(cells) != self.encoding.count:
            raise ValueError("a state has more or fewer cells than the initial state")
        sums = list(self.weights.biases)
        for cell, value in enumerate(cells):
            if value < 0 or value >= self.encoding.values:
                raise ValueError("a cell is not below cell_values")
            row = (cell * self.encoding.values + value) * self.hidden
            for unit in range(self.hidden):
                sums[unit] = (sums[unit] + self.weights.rows[row + unit] - ZERO) & HALF_WORD
        return sums

    def output(self, sums: Any, first: int, stage: int) -> float:
        """The output layer, for the sums that begin at `first`."""
        outputs, unit = self.weights.outputs, self.weights.unit
        total: Bits = 0
        active: Bits = 0
        for number in range(self.hidden):
            hidden: Bits = sums[first + number]
            weight: Bits = outputs[stage * self.hidden + number]
            clipped: Bits = (min(max(hidden, ZERO), ZERO + unit) - ZERO) & HALF_WORD
            total = (total + clipped * weight) & WORD
            active = (active + clipped) & WORD
        signed = float(total) - float(ZERO * active)
        return self.weights.scale * signed + self.weights.offsets[stage]
