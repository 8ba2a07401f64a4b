"""Cells of states: declared, or by the fields of a state; the grid, tuples and shared tables."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

import outply
from outply.compiler import kernel
from outply.evaluate import with_evaluation
from outply.evaluate.cell_encoding import encoding_of, sampled_states
from outply.evaluate.grid import grid_of
from outply.evaluate.table_file import new_evaluation
from outply.evaluate.tuples import shared_tuples
from outply.game import Game, OutplyError
from outply.games.othello import Othello
from tests.tiers import slow

STRANGERS = Path(__file__).parents[1] / "strangers"


class Side(enum.Enum):
    LEFT = 0
    RIGHT = 1


class Pile(NamedTuple):
    left: int
    side: Side
    taken: frozenset[int]
    letters: str


@dataclass(frozen=True)
class Take(Game[Pile]):
    """Take the pile's items one by one; nobody wins."""

    start: int = 6

    def initial(self) -> Pile:
        return Pile(self.start, Side.LEFT, frozenset(), "ab")

    def to_move(self, state: Pile) -> int:
        return state.side.value

    def moves(self, state: Pile) -> Iterator[int]:
        yield from (n for n in range(self.start) if n not in state.taken)

    def result(self, state: Pile, move: int) -> Pile:
        side = Side.RIGHT if state.side is Side.LEFT else Side.LEFT
        return Pile(state.left - 1, side, state.taken | {move}, state.letters[1] + state.letters[0])

    def is_terminal(self, state: Pile) -> bool:
        return state.left == 0

    def utility(self, state: Pile, player: int) -> float:
        return 0.0


def cells_in(game, state):
    return game.encoding.cells(game, state)


def test_fields_of_all_kinds_become_cells():
    game = Take()
    encoding = encoding_of(game)
    first = encoding.cells(game, game.initial())
    after = encoding.cells(game, game.result(game.initial(), 3))
    # a cell for each item, then the side, two letters, and in which half of its range `left` is
    assert (encoding.count, encoding.values, encoding.stages) == (10, 2, 2)
    assert first == (0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    assert after == (0, 0, 0, 1, 0, 0, 1, 1, 1, 1)
    assert encoding.stage(game, game.result(game.initial(), 3)) == 1


class Undeclared(Othello):
    """Othello as an author writes it who declares no cells."""

    cell_values = 0


@slow
def test_bitboards_become_squares():
    game = Undeclared()
    encoding = encoding_of(game)
    cells = encoding.cells(game, game.initial())
    assert (encoding.count, encoding.values) == (65, 3)
    assert [square for square in range(64) if cells[square]] == [27, 28, 35, 36]
    assert grid_of(game, encoding) == tuple(tuple(range(row, row + 8)) for row in range(0, 64, 8))


@pytest.mark.parametrize(
    "name", ["othello", "tic-tac-toe", "othello_tuple.py", "breakthrough_enum.py", "hex_dict.py"]
)
def test_both_modes_see_the_same_cells(name):
    game = outply.load(str(STRANGERS / name) if name.endswith(".py") else name)
    encoding = encoding_of(game)
    compiled = kernel(_first_cells, game, _Owner(encoding))
    for state in sampled_states(game, 60):
        assert compiled(state) == _first_cells(_Owner(encoding), game, state)


@dataclass(frozen=True)
class _Owner:
    encoding: object


def _first_cells(self, game, state):
    total = 0
    for cell in self.encoding.cells(game, state):
        total = (total * 31 + cell) & 0xFFFFFF
    return total


def test_declared_cells_of_connect_four():
    game = outply.load("connect-four")
    encoding = encoding_of(game)
    assert (encoding.count, encoding.values, encoding.stages) == (42, 4, 2)
    cells = encoding.cells(game, game.parse("445"))
    # player 2 to move: two of player 1's stones and one of their own; seven columns are open
    assert [cells.count(value) for value in range(4)] == [32, 1, 2, 7]
    assert (cells[3], cells[10], cells[4]) == (2, 1, 2)


def test_mirror_images_look_up_the_same_tables():
    game = outply.load("connect-four")
    tuples = shared_tuples(game, encoding_of(game))
    assert len(tuples) == 25 + 24 + 69
    for played, mirrored in (("4451", "4437"), ("1", "7"), ("2223", "6665")):
        one, other = (game.cells(game.parse(text)) for text in (played, mirrored))
        looked_up = [
            sorted((table, [cells[place] for place in places]) for places, table in tuples)
            for cells in (one, other)
        ]
        in_middle = [t for t, places in _by_table(tuples).items() if len(places) == 1]
        assert in_middle  # a tuple that is its own mirror image has its cells in another order
        for table in _by_table(tuples):
            if table not in in_middle:
                values = [[v for t, v in found if t == table] for found in looked_up]
                assert values[0] == values[1]


def _by_table(tuples):
    found = {}
    for places, table in tuples:
        found.setdefault(table, []).append(places)
    return found


@dataclass(frozen=True)
class Declared(Take):
    cell_values = 2

    def cells(self, state):
        return tuple(int(n in state.taken) for n in range(self.start))


class NoValues(Declared):
    cell_values = 1


class TooLarge(Declared):
    def cells(self, state):
        return (state.left, 0)


class OtherLength(Declared):
    def cells(self, state):
        return (1,) * (1 + state.left)


class LateStage(Declared):
    def stage(self, state):
        return 1


class BadSymmetry(Declared):
    symmetries = ((0, 0, 1, 2, 3, 4),)


class BadTuple(Declared):
    tuples = ((0, 9),)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (NoValues, "defines cells but no cell_values; give at least 2"),
        (TooLarge, "must be 0 or more and below 2"),
        (OtherLength, "must have the same length in all states"),
        (LateStage, "must be 0 or more and below stages"),
        (BadSymmetry, "must name each of the 6 cells once"),
        (BadTuple, r"is \(0, 9\); its cells are below 6"),
    ],
)
def test_wrong_declarations_are_refused(rules, reason):
    game = rules()
    with pytest.raises(OutplyError, match=reason):
        shared_tuples(game, encoding_of(game))


def test_declared_tuples_are_used():
    class WithTuples(Declared):
        tuples = ((0, 1, 2), (3, 4))
        symmetries = ((5, 4, 3, 2, 1, 0),)

    game = WithTuples()
    found = shared_tuples(game, encoding_of(game))
    assert [tuple(one) for one in found] == [
        ((0, 1, 2), 0),
        ((5, 4, 3), 0),
        ((3, 4), 1),
        ((2, 1), 1),
    ]


class LateSurprise(Declared):
    """Cells that go wrong where no sampled state is."""

    stages = 2

    def cells(self, state):
        wrong = 99 if state.left == -1 else 0
        return (wrong, *(int(n in state.taken) for n in range(1, self.start)))

    def stage(self, state):
        return 7 if state.left == -2 else 0


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("left", "reason"), [(-1, "a cell is not below"), (-2, "the stage is not")]
)
def test_what_is_out_of_range_later_raises_and_reads_no_other_memory(compiled, left, reason):
    game = LateSurprise()
    evaluated = with_evaluation(game, new_evaluation(game))
    run = kernel(_evaluated, evaluated) if compiled else partial(_evaluated, evaluated)
    assert run(game.initial()) == 0.0
    with pytest.raises(ValueError, match=reason):
        run(game.initial()._replace(left=left))


def _evaluated(game, state):
    return game.evaluate(state, 0)


class Long(NamedTuple):
    ply: int
    stones: int


@dataclass(frozen=True)
class Counting(Game[Long]):
    """A ply counter beside a bitboard."""

    def initial(self) -> Long:
        return Long(0, 0)

    def to_move(self, state: Long) -> int:
        return state.ply % 2

    def moves(self, state: Long) -> Iterator[int]:
        yield from (n for n in range(40) if not state.stones >> n & 1)

    def result(self, state: Long, move: int) -> Long:
        return Long(state.ply + 1, state.stones | 1 << move)

    def is_terminal(self, state: Long) -> bool:
        return state.ply == 40

    def utility(self, state: Long, player: int) -> float:
        return 0.0


def test_a_counter_is_one_cell():
    game = Counting()
    encoding = encoding_of(game)
    assert (encoding.count, encoding.values) == (41, 2)
    for ply, expected in ((0, 0), (19, 0), (20, 1), (39, 1)):
        cells = encoding.cells(game, Long(ply, 1 << 7))
        assert cells[-1] == expected
        assert [place for place, cell in enumerate(cells[:-1]) if cell] == [7]


@dataclass(frozen=True)
class Growing(Counting):
    """What varies in length is not seen."""

    def initial(self):
        return (0, (1, ()))

    def to_move(self, state):
        return state[0] % 2

    def moves(self, state):
        yield from (0, 1)

    def result(self, state, move):
        return (state[0] + 1, (move, (*state[1][1], move)))

    def is_terminal(self, state):
        return state[0] == 5


def test_what_is_not_seen_is_told():
    encoding = encoding_of(Growing())
    assert encoding.unseen == ("state[1][1]",)
    assert encoding.count == 2
    assert encoding_of(Counting()).unseen == ()


def test_numbers_without_a_board_have_sixteen_parts():
    """Pig's points, which two parts would not tell apart; a board's cells keep few values."""
    game = outply.load("pig")
    encoding = encoding_of(game)
    assert encoding.values == 16
    start, later = (encoding.cells(game, game.parse(f"{n} 0 0 X")) for n in (0, 20))
    assert start != later
    assert encoding_of(Counting()).values == 2
