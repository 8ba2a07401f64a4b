"""Tabulations against known answers, theory, and a naive oracle, interpreted and compiled."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from outply import OutplyError, load
from outply.compiler import NotCompilable
from outply.games.connect_four import Board as Columns
from outply.games.connect_four import ConnectFour
from outply.games.tic_tac_toe import Board, TicTacToe
from outply.solve import tabulate
from tests.oracles import nested, nim
from tests.oracles.solved import by_horizon, by_recursion
from tests.solve.games import Again, Hunt, Maze, Objects, Ring, Words
from tests.tiers import slow

MODES = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
OUTCOMES = Path(__file__).parents[1] / "data/connect_four/board_size_outcomes.txt"


@dataclass(frozen=True)
class TicTacToeWithoutSymmetry(TicTacToe):
    def canonical(self, state: Board) -> Board:
        return state


@dataclass(frozen=True)
class ConnectFourWithoutSymmetry(ConnectFour):
    def canonical(self, state: Columns) -> Columns:
        return state


def agrees(game: Any, compiled: bool) -> None:
    """Each state of the oracle is in the table, with its value and distance; and no others."""
    table, truths = tabulate(game, compiled=compiled), by_recursion(game)
    assert table.compiled == compiled
    assert len(table) == len({game.canonical(state) for state in truths})
    assert {state: table.of(state) for state in truths} == truths
    assert not table.can_repeat


# -- known answers ------------------------------------------------------------------------


@MODES
def test_tic_tac_toe_has_765_states_and_is_a_draw(compiled):
    game = load("tic-tac-toe")
    table = tabulate(game, compiled=compiled)
    assert len(table) == 765
    assert table.of(game.initial()) == (0.0, None)
    assert not table.has_scores


@MODES
def test_tic_tac_toe_has_5478_states_with_symmetric_ones(compiled):
    assert len(tabulate(TicTacToeWithoutSymmetry(), compiled=compiled)) == 5478


def test_three_in_a_row_on_twelve_cells_are_won_by_the_fourth_stone():
    game = load("tic-tac-toe", m=4, n=3, k=3)
    assert tabulate(game, compiled=True).of(game.initial()) == (1.0, 7)


def test_connect_four_on_4x4():
    lines = [line.split() for line in OUTCOMES.read_text().splitlines() if line[0] != "#"]
    (value,) = (float(value) for width, height, value, _ in lines if (width, height) == ("4", "4"))
    game = ConnectFourWithoutSymmetry(columns=4, rows=4)
    table = tabulate(game, compiled=True)
    assert table.of(game.initial()) == (value, None)
    assert len(table) == 161_029  # counted by a program on lists of letters, too


@pytest.mark.parametrize(("misere", "compiled"), [(False, False), (True, True)])
def test_nim_is_won_as_theory_says(misere, compiled):
    game = load("nim", piles=(2, 3, 4), misere=misere)
    table = tabulate(game, compiled=compiled)
    for state in by_recursion(game):
        if not game.is_terminal(state):
            won = nim.mover_wins(state.piles, misere)
            assert table.of(state).value == (1.0 if won else -1.0)


# -- against the oracle -------------------------------------------------------------------


@slow
@MODES
@pytest.mark.parametrize(
    "game",
    [load("tic-tac-toe"), load("connect-four", columns=4, rows=3), Again(14, graded=True)],
    ids=lambda game: game.name,
)
def test_every_state_as_by_plain_minimax(game, compiled):
    agrees(game, compiled)


@pytest.mark.parametrize(
    "game",
    [
        load("nim", piles=(2, 3, 4)),
        load("nim", piles=(1, 2, 3), misere=True),
        load("random-tree", branching=2, depth=5, seed=7, spread=9),
        Again(14),
    ],
    ids=lambda game: game.name,
)
def test_every_state_of_more_games(game):
    agrees(game, compiled=False)


@pytest.mark.parametrize("seed", range(40))
def test_random_trees(seed):
    """Uneven, with ties and negative leaves."""
    dice = random.Random(seed)

    def grown(depth: int) -> Any:
        if depth == 0 or dice.random() < 0.2:
            return dice.randrange(-3, 4)
        return [grown(depth - 1) for _ in range(dice.randrange(1, 4))]

    leaves = [grown(4), grown(4)]
    game = load("tree", leaves=leaves)
    agrees(game, compiled=False)
    assert tabulate(game, compiled=False).of(game.initial()).value == nested.value(leaves)


@MODES
def test_states_need_not_be_numbers(compiled):
    agrees(Words(), compiled=compiled)


def test_states_need_not_be_tuples():
    agrees(Objects(), compiled=False)


# -- cycles -------------------------------------------------------------------------------


@MODES
def test_a_hunter_who_must_step_never_catches_the_hare_across_the_ring(compiled):
    table = tabulate(Ring(4, apart=2), compiled=compiled)
    assert table.can_repeat
    assert table.of(Hunt(0, 2, 0)) == (0.0, None)  # steps to 1, and the hare away to 2
    assert table.of(Hunt(0, 1, 1)) == (0.0, None)
    assert table.of(Hunt(3, 0, 1)) == (0.0, None)  # a twin of the last
    assert table.of(Hunt(0, 0, 0)) == (1.0, 0)  # a hare that runs into the hunter
    assert len(table) == 3
    assert table.counts == (1, 2, 0)


@MODES
def test_a_hunter_who_may_stay_waits_for_it(compiled):
    table = tabulate(Ring(4, apart=2, may_stay=True), compiled=compiled)
    assert table.of(Hunt(0, 1, 0)) == (1.0, 1)
    assert table.of(Hunt(0, 2, 1)) == (-1.0, 2)  # must come near
    assert table.of(Hunt(0, 2, 0)) == (1.0, 3)  # stays
    assert table.of(Hunt(0, 1, 1)) == (-1.0, 4)  # goes across
    assert table.can_repeat


@pytest.mark.parametrize("seed", range(60))
def test_mazes_with_cycles(seed):
    game = Maze(seed)
    table = tabulate(game, compiled=False)
    values, changed = by_horizon(game)
    assert {state: table.of(state).value for state in values} == values
    assert {state: table.of(state).distance for state in values} == {
        state: changed.get(state) for state in values
    }


@pytest.mark.parametrize("seed", range(60))
def test_mazes_with_cycles_and_scores(seed):
    game = Maze(seed, prizes=(-4.0, -2.0, -1.0, 0.0, 1.0, 3.0))
    table = tabulate(game, compiled=False)
    values, _ = by_horizon(game)
    assert {state: table.of(state).value for state in values} == values


def test_mazes_do_have_cycles_and_draws_without_end():
    tables = [tabulate(Maze(seed, prizes=(-1.0, 1.0)), compiled=False) for seed in range(20)]
    assert sum(table.can_repeat for table in tables) >= 10
    assert sum(table.counts[1] > 0 for table in tables) >= 5


# -- how it runs --------------------------------------------------------------------------


@slow
def test_interpreted_and_compiled_tables_are_the_same():
    game = TicTacToeWithoutSymmetry()
    one, other = (tabulate(game, compiled=compiled) for compiled in (False, True))
    for field in ("keys", "values", "distances"):
        assert (getattr(one, field) == getattr(other, field)).all()


@MODES
def test_progress_counts_the_states(compiled):
    heard: list[int] = []
    table = tabulate(TicTacToeWithoutSymmetry(), compiled=compiled, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == len(table)


def test_a_game_that_cannot_be_compiled_runs_interpreted_unless_compiled_is_true():
    assert not tabulate(Objects()).compiled
    with pytest.raises(NotCompilable, match="a state cannot be compiled"):
        tabulate(Objects(), compiled=True)


def test_what_cannot_be_reached_is_not_known():
    game = load("tic-tac-toe")
    assert tabulate(game, compiled=False).of(Board(mine=7, theirs=0)) is None


@slow
@MODES
def test_most_states_is_exactly_the_limit(compiled):
    game = TicTacToeWithoutSymmetry()
    assert len(tabulate(game, most_states=5478, compiled=compiled)) == 5478
    with pytest.raises(OutplyError, match=r"-symmetry cannot .*: it has more than 5477 positions"):
        tabulate(game, most_states=5477, compiled=compiled)


def test_all_that_play_reaches_is_there_to_the_last_stone():
    """Only one of two symmetric states is expanded: the canonical successors must be the same."""
    game = load("connect-four", columns=4, rows=4)
    table = tabulate(game)
    rng = random.Random(1)
    for _ in range(300):
        state = game.initial()
        while not game.is_terminal(state):
            assert table.of(state) is not None, game.format(state)
            state = game.result(state, rng.choice(list(game.moves(state))))
