"""Expectiminimax, Star1 and Star2: the same values, from rules to the tuned one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import CHANCE, INFINITY, MAX, Expectiminimax, Limit, OutplyError, Star1, Star2, load
from outply.game import mixed
from outply.games.dice_tree import DiceNode, DiceTree
from outply.games.pig import Pig, Turn
from outply.search import star_bounds
from outply.search.base import Window
from outply.search.history_table import HistoryTable
from outply.search.star import StarMemory, star
from outply.search.star_bounds import StarBounds
from outply.search.transposition_table import Table
from outply.search.watch import Watch
from tests.oracles.expectation import worth
from tests.oracles.pig import solve
from tests.positions import played
from tests.search.dice_games import LoadedDice, RollOff
from tests.tiers import examples, only_full, slow, tiered

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
ALL = (Expectiminimax(), Star1(megabytes=1), Star2(megabytes=1))
SEARCHES = pytest.mark.parametrize("search", ALL, ids=lambda search: search.name)
SHAPES = [DiceTree(2, 4, 3), DiceTree(3, 2, 4), DiceTree(3, 3, 3, spread=7)]


def start(seed: int) -> DiceNode:
    return DiceNode(mixed((seed,)), 0, False)


def of_mover(game, state, value):
    return value if game.to_move(state) in (MAX, CHANCE) else -value


@SPEEDS
@SEARCHES
@settings(max_examples=examples(40), deadline=None)
@given(shape=st.sampled_from(SHAPES), seed=st.integers(0, 2**40), plies=st.integers(0, 3))
def test_the_value_is_the_expectation(search, compiled, shape, seed, plies):
    state = start(seed)
    for roll in range(plies):
        state = shape.result(state, roll % 2)
    depth = 2
    found = search.search(shape, state, Limit(depth=depth), compiled=compiled)
    assert found.value == pytest.approx(
        of_mover(shape, state, float(worth(shape, state, depth, MAX))), abs=1e-9
    )


@only_full
@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_pruning_changes_no_value_on_thousands_of_trees(shape):
    """To any depth; equal to the last bit."""
    rng = random.Random(repr(shape))
    for seed in range(tiered(500, full=3334, quick=100)):
        state, limit = start(seed), Limit(depth=rng.randint(1, shape.depth))
        values = {search.search(shape, state, limit).value for search in ALL}
        assert len(values) == 1, seed


@slow
@SPEEDS
@pytest.mark.parametrize(
    ("name", "depth", "count"),
    [("ein-stein", 2, 60), ("ein-stein", 3, 20), ("pig", 4, 60), ("backgammon", 1, 40)],
)
def test_pruning_changes_no_value_on_games(name, depth, count, compiled):
    game = load(name)
    for seed in range(count if compiled else count // 10):
        state = played(game, seed % 30, seed)
        found = [s.search(game, state, Limit(depth=depth), compiled=compiled) for s in ALL]
        assert len({each.value for each in found}) == 1
        assert all(each.depth == depth or each.proved for each in found)


@only_full
def test_pruning_changes_no_value_two_plies_into_backgammon():
    game = load("backgammon")
    for seed in range(4):
        state = played(game, 11 + 10 * seed, seed)
        values = {search.search(game, state, Limit(depth=2)).value for search in ALL}
        assert len(values) == 1


class SolvedPig(Pig):
    """Guesses what value iteration knows."""

    def evaluate(self, state, player):
        if self.is_terminal(state):
            return self.utility(state, player)
        if state.rolling:
            ways = [self.result(state, face) for face, _ in self.outcomes(state)]
            return sum(self.evaluate(way, player) for way in ways) / len(ways)
        win = solve(self.target, self.sides)[state.mine, state.theirs, state.total]
        return 2 * win - 1 if player == state.player else 1 - 2 * win


@only_full
@slow
@SEARCHES
def test_pig_is_worth_what_value_iteration_says(search):
    """With its values at the leaves, lookahead of any depth finds them in every position."""
    game, truth = SolvedPig(target=10), solve(10, 6)
    for (mine, theirs, total), win in truth.items():
        state = Turn(mine, theirs, total, 0, False)
        for depth in (1, 2):
            found = search.search(game, state, Limit(depth=depth), compiled=False)
            assert found.value == pytest.approx(2 * win - 1, abs=1e-9)


@settings(max_examples=examples(200), deadline=None)
@given(
    shape=st.sampled_from(SHAPES),
    seed=st.integers(0, 2**40),
    alpha=st.floats(-120, 120),
    width=st.floats(0.001, 60),
    probing=st.booleans(),
    rolled=st.booleans(),
)
def test_what_the_window_promises(shape, seed, alpha, width, probing, rolled):
    state = start(seed) if rolled else shape.result(start(seed), 0)
    memory = StarMemory(Watch(2), Table(1), StarBounds(), HistoryTable())
    memory.expectations.begin()
    beta = alpha + width
    found = star(shape, state, 2, Window(alpha, beta), probing, memory)
    value = float(worth(shape, state, 2, MAX))
    if found <= alpha:
        assert value <= found + 1e-9
    elif found >= beta:
        assert value >= found - 1e-9
    else:
        assert found == pytest.approx(value, abs=1e-9)


@SPEEDS
@SEARCHES
def test_outcomes_weigh_by_probability_not_by_count(search, compiled):
    found = search.search(LoadedDice(), LoadedDice().initial(), Limit(), compiled=compiled)
    assert (found.move, found.value, found.proved) == (1, 2.0, True)


@SEARCHES
def test_the_size_of_utilities_decides(search):
    """The order of the leaves stays, and the best move changes."""
    modest, large = LoadedDice(prize=10), LoadedDice(prize=50)
    assert search.search(modest, modest.initial(), Limit(), compiled=False).move == 1
    found = search.search(large, large.initial(), Limit(), compiled=False)
    assert (found.move, found.value) == (0, 5.0)


@SPEEDS
@SEARCHES
def test_where_chance_is_to_move_there_is_no_move(search, compiled):
    game = LoadedDice()
    state = game.result(game.initial(), 0)
    found = search.search(game, state, Limit(), compiled=compiled)
    assert (found.move, found.line, found.value, found.proved) == (None, (), 1.0, True)
    unsearched = search.search(game, state, Limit(depth=0), compiled=compiled)
    assert (unsearched.move, unsearched.proved) == (None, False)


def test_star2_visits_half_the_nodes_on_ein_stein():
    game = load("ein-stein")
    plain = pruned = 0
    for seed in range(60):
        state = played(game, 2 + seed % 20, seed)
        plain += Expectiminimax().search(game, state, Limit(depth=3)).nodes
        pruned += Star2().search(game, state, Limit(depth=3)).nodes
    assert 2 * pruned <= plain


@SPEEDS
@SEARCHES
def test_chance_that_goes_on_and_on_is_told(search, compiled):
    game = RollOff()
    with pytest.raises(OutplyError, match=r"roll-off has a line at or below .* 1,200 times"):
        search.search(game, game.initial(), Limit(depth=2), compiled=compiled)


def test_a_full_memory_is_told_and_not_blamed_on_chance(monkeypatch):
    monkeypatch.setattr(star_bounds, "MOST_OUTCOMES", 1)
    game, search = load("ein-stein"), Star1(megabytes=1)
    with pytest.raises(OutplyError, match="The memory is full, and nothing is found yet for ein"):
        search.search(game, game.initial(), Limit(depth=1), compiled=False)
    game = load("pig")
    found = search.search(game, game.initial(), Limit(depth=3), compiled=False)
    assert found.depth == 1 and found.move is not None


@SPEEDS
@pytest.mark.parametrize("search", ALL[1:], ids=lambda search: search.name)
def test_what_is_impossible_does_not_matter(search, compiled):
    game = RollOff(again=0.0)
    found = search.search(game, game.initial(), Limit(depth=2), compiled=compiled)
    assert (found.value, found.proved) == (0.0, True)


@SPEEDS
def test_a_line_ends_where_chance_begins(compiled):
    tree = DiceTree()
    found = Star2().search(tree, tree.initial(), Limit(depth=3), compiled=compiled)
    assert found.line == (found.move,)


def test_the_window_of_a_node_without_limits():
    expectations = StarBounds()
    expectations.begin()
    frame = expectations.open(2, -1.0, 1.0, -INFINITY, INFINITY)
    assert expectations.alpha(frame, 0, 0.5) == -INFINITY
    assert expectations.beta(frame, 1, 0.5) == INFINITY
    assert not expectations.searched(frame, 0, 0.5, 1.0)
    assert not expectations.searched(frame, 1, 0.5, 0.0)
    assert expectations.close(frame) == 0.5
