"""An n-tuple evaluation: the sum of one weight of each table, looked up by the values of cells.

    places     the cells of all tuples, one after the other, longest tuples first
    bases      where the table of each tuple begins
    weights    the tables of the first stage, then those of the second, and so on

The index into a table has the values of the tuple's cells as its digits. All of this is in memory
that compiled code finds by its address: other weights, and other tuples, use the same code.
Indices into it are not tested, so cells and stages are.

Compiled, an evaluation is updated incrementally: `LastState` keeps the cells and the index of each
tuple of the state that was evaluated last, and only what differs in the next one is looked up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from outply.compiler.records import Array, Bits16, Int16, Int32, Record
from outply.evaluate.cell_encoding import Encoding
from outply.evaluate.tuples import SharedTuple
from outply.game import Game

__all__ = ["INSIDE", "TableEvaluation", "TableLayout", "Tables"]

LOW_BITS = (1 << 24) - 1  # an index into a table needs no more
INSIDE = 0.99  # of the utility range: nothing but the end of a game is a win


@dataclass(frozen=True)
class TableLayout:
    """What compiled code knows of the tables: (length, number) of the tuples; their entries."""

    groups: tuple[tuple[int, int], ...]
    entries: int  # of one stage

    @cached_property
    def tuples(self) -> int:
        return sum(number for _, number in self.groups)

    def looked_up(
        self, encoding: Encoding, game: Game[Any], state: Any, tables: Any
    ) -> Iterator[int]:
        """The entry of each tuple that a state looks up; `tables` has `places` and `bases`."""
        cells = encoding.cells(game, state)
        if len(cells) != encoding.count:
            raise ValueError("a state has more or fewer cells than the initial state")
        for cell in cells:
            if cell < 0 or cell >= encoding.values:
                raise ValueError("a cell is not below cell_values")
        first = encoding.stage(game, state) * self.entries
        place, number = 0, 0
        for length, count in self.groups:
            for _ in range(count):
                digits = 0
                for step in range(length):
                    digit = cells[tables.places[place + step]]
                    digits = (digits * encoding.values + digit) & LOW_BITS
                yield first + tables.bases[number] + digits
                place += length
                number += 1


def layout_of(tuples: Iterable[SharedTuple], values: int) -> tuple[TableLayout, list[int]]:
    """The layout of tuples, longest first; and where the table of each begins."""
    tuples = list(tuples)
    begins: dict[int, int] = {}
    entries = 0
    for cells, table in tuples:
        if table not in begins:
            begins[table] = entries
            entries += values ** len(cells)
    lengths = groupby(len(cells) for cells, _ in tuples)
    groups = tuple((length, len(list(several))) for length, several in lengths)
    return TableLayout(groups, entries), [begins[table] for _, table in tuples]


class Tables(Record, checked=False):
    """The weights as whole numbers; `scale` is what 1 stands for."""

    scale: float
    places: Array[Bits16]
    bases: Array[Int32]
    weights: Array[Int16]

    def __init__(self, places: int, tuples: int, weights: int) -> None:
        super().__init__(places=places, bases=tuples, weights=weights)


class LastState(Record, checked=False, per_call=True):
    """What the state that was evaluated last had looked up: most of it is the same for the next.

    Only copies for compiled calls are used. Ctrl-C may interrupt interpreted code in the midst of
    a change, and other threads may use the same memory.
    """

    is_copy: bool
    cells: Array[Bits16]  # of the last state
    entries: Array[Int32]  # that its tuples looked up, in the tables of the first stage
    begins: Array[Int32]  # of each cell, where its tuples begin in the next two
    members: Array[Bits16]  # the tuples of all cells
    powers: Array[Int32]  # how far an entry moves if the cell's value grows by one

    def __init__(self, layout: TableLayout, encoding: Encoding, tables: Tables) -> None:
        tuples, cells = len(tables.bases), encoding.count
        members = len(tables.places)
        super().__init__(
            cells=cells, entries=tuples, begins=cells + 1, members=members, powers=members
        )
        self.entries.copy_from(tables.bases)
        of_cell: list[list[tuple[int, int]]] = [[] for _ in range(cells)]
        lengths = [length for length, count in layout.groups for _ in range(count)]
        places = iter(tables.places)
        for number, length in enumerate(lengths):
            for step in range(length):
                of_cell[next(places)].append((number, encoding.values ** (length - 1 - step)))
        at = 0
        for cell, several in enumerate(of_cell):
            self.begins[cell] = at
            for number, power in several:
                self.members[at], self.powers[at] = number, power
                at += 1
        self.begins[cells] = at

    def change(self, cell: int, difference: int) -> None:
        """Move the entries of all tuples of a cell whose value has grown by `difference`."""
        for at in range(self.begins[cell], self.begins[cell + 1]):
            number = self.members[at]
            moved = self.entries[number] + difference * self.powers[at]
            self.entries[number] = moved


@dataclass(frozen=True)
class TableEvaluation:
    """The evaluation of a state by tables, on the scale of utilities."""

    encoding: Encoding
    layout: TableLayout
    least: float  # the utility range of the game
    most: float
    tables: Tables
    last: LastState

    def with_new_tables(self) -> TableEvaluation:
        """Another evaluation of the same tuples, all of whose weights are 0."""
        old = self.tables
        tables = Tables(len(old.places), len(old.bases), len(old.weights))
        tables.places.memory[:], tables.bases.memory[:] = old.places.memory, old.bases.memory
        return replace(self, tables=tables, last=LastState(self.layout, self.encoding, tables))

    def value(self, game: Game[Any], state: Any) -> float:
        """The value for the player to move, or `side_of` the state."""
        share = INSIDE * math.tanh(self.tables.scale * self.total(game, state))
        return 0.5 * (self.least + self.most) + 0.5 * (self.most - self.least) * share

    def total(self, game: Game[Any], state: Any) -> int:
        """The sum of the weights that a state looks up."""
        if self.last.is_copy:
            return self.total_by_changes(game, state)
        return self.whole_total(game, state)

    def total_by_changes(self, game: Game[Any], state: Any) -> int:
        """As `whole_total`, by what differs from the state that was evaluated last."""
        last, cells = self.last, self.encoding.cells(game, state)
        if len(cells) != self.encoding.count:
            raise ValueError("a state has more or fewer cells than the initial state")
        for cell, value in enumerate(cells):
            difference = value - int(last.cells[cell])
            if difference != 0:
                if value < 0 or value >= self.encoding.values:
                    raise ValueError("a cell is not below cell_values")
                last.cells[cell] = value
                last.change(cell, difference)
        first = self.encoding.stage(game, state) * self.layout.entries
        total = 0
        for number in range(self.layout.tuples):
            total += self.tables.weights[first + last.entries[number]]
        return total

    def whole_total(self, game: Game[Any], state: Any) -> int:
        total = 0
        for entry in self.layout.looked_up(self.encoding, game, state, self.tables):
            total += self.tables.weights[entry]
        return total
