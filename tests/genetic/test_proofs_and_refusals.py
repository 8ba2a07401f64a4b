"""Genetic minimax: proofs, limits, interruptions, and games that it refuses."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from types import FrameType
from typing import Any, NamedTuple

import pytest

from outply import Game, Genetic, LasVegas, Limit, Minimax, OutplyError, load
from outply.search.genetic.island import kept_paths
from outply.tree import record
from tests.clock import interrupted_after
from tests.positions import played
from tests.tiers import only_full, sampled, slow, tiered

MODES = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
PLAIN = Genetic(challenges=0, deepening=False, ordered=False, whole_last_ply=False)


class Way(NamedTuple):
    path: int
    ply: int


class Tempting(Game[Way]):
    """After a forced move MIN may draw, or go on: that looks bad for MIN and wins."""

    def initial(self) -> Way:
        return Way(0, 0)

    def to_move(self, state: Way) -> int:
        return state.ply % 2

    def moves(self, state: Way) -> Iterator[int]:
        yield 0
        if state.ply == 1:
            yield 1

    def result(self, state: Way, move: int) -> Way:
        return Way(2 * state.path + move, state.ply + 1)

    def is_terminal(self, state: Way) -> bool:
        return state.ply == 3 or (state.ply == 2 and state.path == 0)

    def utility(self, state: Way, player: int) -> float:
        value = 0.0 if state.ply == 2 else -1.0
        return value if player == 0 else -value

    def evaluate(self, state: Way, player: int) -> float:
        return 0.5 if player == 0 else -0.5


@MODES
def test_a_value_that_relies_on_guesses_is_not_proved(compiled):
    game = Tempting()
    found = Genetic().search(game, game.initial(), Limit(depth=2), compiled=compiled)
    assert (found.value, found.proved) == (0.0, False)
    found = Genetic().search(game, game.initial(), Limit(depth=3), compiled=compiled)
    assert (found.value, found.proved) == (-1.0, True)


def test_a_proof_is_the_truth():
    """On small trees with ends above the horizon, with all settings and little memory."""
    random, proofs = Random(5), 0
    for name, plies in (("tic-tac-toe", 9), ("nim", 12)):
        game = load(name)
        for seed in range(60):
            state = played(game, random.randrange(2, 7), seed)
            if game.is_terminal(state):
                continue
            search = Genetic(
                seed=seed,
                population=random.randrange(2, 20),
                ordered=random.random() < 0.5,
                whole_last_ply=random.random() < 0.5,
                islands=random.choice([1, 1, 2]),
                megabytes=1,
            )
            depth = random.randrange(1, plies)
            found = search.search(game, state, Limit(depth=depth, nodes=3000))
            if found.proved:
                proofs += 1
                assert found.value == Minimax().search(game, state).value
    assert proofs > 30


def test_a_proof_counts_for_more_than_a_guess_that_prefers_a_move():
    game = load("tic-tac-toe")
    found = Genetic().search(game, game.initial(), Limit(depth=9, nodes=100_000))
    assert (found.value, found.depth, found.proved) == (0.0, 9, True)


def test_with_time_it_goes_beyond_its_depth():
    game = load("tic-tac-toe")
    assert Genetic(depth=2).search(game, game.initial(), Limit(seconds=600)).depth == 9


@MODES
@pytest.mark.parametrize("name", ["connect-four", "nim"])
def test_islands_end_when_they_find_no_new_path(name, compiled):
    game = load(name)
    search = replace(PLAIN, islands=2, crossover=0.0, mutation=0.0, population=4)
    found = search.search(game, game.initial(), Limit(seconds=600), compiled=compiled)
    assert 0 < found.nodes <= 16
    assert found.seconds < 600


@only_full
@pytest.mark.fully_optimised
def test_many_paths_in_a_small_tree():
    game = load("gomoku")
    search = Genetic(population=1000, megabytes=1, deepening=False)
    assert search.search(game, game.initial(), Limit(nodes=20_000)).nodes == 20_000
    deep = replace(search, population=200, depth=30)
    assert deep.search(game, game.initial(), Limit(nodes=20_000)).nodes == 20_000


@slow
@pytest.mark.parametrize("search", [PLAIN, LasVegas(), Genetic()], ids=repr)
def test_ctrl_c_leaves_no_unfinished_path(search):
    """Interpreted, the signal may come anywhere. A lost one would cost minutes."""
    game = load("gomoku", size=7)
    state = played(game, 6, seed=1)
    random = Random(3)
    for _ in range(12):
        with interrupted_after(0.02 + 0.03 * random.random()):
            found = search.search(game, state, Limit(nodes=10**6), compiled=False)
        assert found.interrupted
        assert abs(found.value) <= 1.0
        assert found.move in list(game.moves(state))


@only_full
@sampled(3)
@pytest.mark.parametrize("search", [PLAIN, LasVegas(), Genetic()], ids=repr)
def test_ctrl_c_at_each_line_of_the_first_paths(search):
    game = load("gomoku", size=7)
    for lines in range(1, 900, tiered(3, full=1, quick=30)):
        with _interrupted_after(lines):
            found = search.search(game, game.initial(), Limit(nodes=3), compiled=False)
        assert abs(found.value) <= 1.0
        assert not found.proved


@contextmanager
def _interrupted_after(lines: int) -> Iterator[None]:
    """Raise KeyboardInterrupt after so many lines of the modules that change the tree."""
    left = lines

    def count(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            sys.settrace(before)
            raise KeyboardInterrupt
        return count

    def enter(frame: FrameType, event: str, arg: Any) -> Any:
        name = frame.f_code.co_filename
        return count if name.endswith(("reservation_tree.py", "evolution.py")) else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(before)


@only_full
def test_the_island_that_answers_is_kept_for_the_next_move():
    """Also if another move is the best one on that island alone."""
    game = load("gomoku", size=7)
    state = played(game, 4, seed=5)
    for seed in range(40):
        search = Genetic(reuse=True, islands=3, deepening=False, depth=4, seed=seed)
        found = search.search(game, state, Limit(nodes=600))
        after = game.result(game.result(state, found.line[0]), found.line[1])
        assert kept_paths(search, game, after)


class Odd(Tempting):
    """Its moves are given by its class."""

    given: Any = (0, 1)

    def moves(self, state: Way) -> Iterator[Any]:
        yield from self.given

    def result(self, state: Way, move: Any) -> Way:
        return Way(state.path, state.ply + 1)


class Wide(Odd):
    given = (2**70, 2**70 + 1)


class Wordy(Odd):
    given = ("a", "b")


class Endless(Tempting):
    def utility(self, state: Way, player: int) -> float:
        return float("inf")


@pytest.mark.parametrize("search", [Genetic(), LasVegas()], ids=["genetic", "lasvegas"])
def test_moves_may_be_texts(search):
    game = Wordy()
    assert search.search(game, game.initial(), compiled=False).move in ("a", "b")


@pytest.mark.parametrize("game", [Wide()], ids=["wide"])
@pytest.mark.parametrize("search", [Genetic(), LasVegas()], ids=["genetic", "lasvegas"])
def test_moves_that_do_not_fit(game, search):
    message = "a move is to be a whole number of 61 bits"
    with pytest.raises(OutplyError, match=f"{search.name} cannot search .* {message}"):
        search.search(game, game.initial(), compiled=False)


@MODES
def test_values_that_are_not_finite(compiled):
    with pytest.raises(OutplyError, match="values that are not finite"):
        Genetic().search(Endless(), Endless().initial(), compiled=compiled)


def test_more_memory_than_there_is():
    game = load("nim")
    with pytest.raises(OutplyError, match="no 65,536 megabytes for a reservation tree"):
        Genetic(megabytes=65_536, islands=256).search(game, game.initial())


def test_switches_are_true_or_false():
    with pytest.raises(OutplyError, match="deepening of genetic is 'no'; give True or False"):
        Genetic(deepening="no")  # type: ignore[arg-type]


class Corridor(Tempting):
    """A thousand forced moves, and one more."""

    def moves(self, state: Way) -> Iterator[int]:
        yield 0

    def is_terminal(self, state: Way) -> bool:
        return state.ply > 1000

    def utility(self, state: Way, player: int) -> float:
        return 0.0


@MODES
def test_paths_may_be_a_thousand_plies_long(compiled):
    game = Corridor()
    search = Genetic(depth=1000, deepening=False, population=2)
    found = search.search(game, game.initial(), compiled=compiled)
    assert len(found.line) == 1000
    assert len(record(search, game).line) == 1000
