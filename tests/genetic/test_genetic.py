"""Genetic minimax and random paths, on trees whose values are known and on games."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from outply import Engine, Genetic, LasVegas, Limit, OutplyError, games, load, named
from outply.game import mixed
from outply.games.random_tree import RandomTree, Spot
from outply.search.genetic.evolution import cross_over
from outply.search.genetic.island import kept_paths
from outply.search.genetic.population import (
    CHILD,
    FIRST_PARENT,
    SECOND_PARENT,
    GeneticSettings,
    Population,
)
from outply.tree import record
from tests.clock import computing_at_most
from tests.positions import played, takes
from tests.search.little_games import Walkers
from tests.tiers import only_full, optimised_in_full, sampled, slow, tiered

MODES = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
TREE = load("random-tree", branching=7, depth=7, correlated=True, spread=10**6)


def facts(result: Any) -> Any:
    return result.move, result.value, result.line, result.nodes


def start(seed: int) -> Spot:
    """The root of a tree of its own, for the same compiled code."""
    return Spot(mixed((seed,)), 0, 0)


def bias(state: Spot, level: int, move: int) -> int:
    """How many moves are better, by a search of all of them to this level."""
    below = [
        -Engine().search(TREE, TREE.result(state, other), Limit(depth=level - 1)).value
        for other in TREE.moves(state)
    ]
    return sum(value > below[move] for value in below)


# -- the paper's operators --------------------------------------------------------------


def crossed(one: str, other: str, position: int) -> tuple[str, str]:
    population = Population(4, 3, seed=0, settings=GeneticSettings())
    for row, text in ((FIRST_PARENT, one), (SECOND_PARENT, other)):
        for index, gene in enumerate(text):
            population.set_gene(row, index, int(gene))

    def child(head: int, tail: int) -> str:
        cross_over(population, head, tail, position - 1)
        return "".join(str(population.gene(CHILD, index)) for index in range(3))

    return child(FIRST_PARENT, SECOND_PARENT), child(SECOND_PARENT, FIRST_PARENT)


def test_one_point_crossover():
    assert crossed("111", "221", position=2) == ("121", "211")
    assert crossed("221", "312", position=2) == ("212", "321")


def test_the_roulette_wheel_is_fair():
    population = Population(3, 5, seed=1, settings=GeneticSettings())
    for index, fitness in enumerate((1, 2, 5)):
        population.add(index)
        population.individuals[index].fitness = fitness
    drawn = [population.select_parent(3) for _ in range(8000)]
    assert [round(drawn.count(index) / 1000) for index in range(3)] == [1, 2, 5]


def test_the_fittest_survive_and_of_equals_the_newest():
    population = Population(3, 5, seed=1, settings=GeneticSettings())
    for index, fitness in enumerate((1, 4, 2, 2, 6, 2)):
        population.add(10 + index)
        population.individuals[index].fitness = fitness
    population.select_survivors()
    assert [population.leaf(index) for index in range(population.count)] == [14, 11, 15]


# -- whole searches ---------------------------------------------------------------------


@only_full
@slow
@MODES
@pytest.mark.parametrize(
    "search", [Genetic(generations=3), LasVegas(paths=500)], ids=["genetic", "lasvegas"]
)
def test_the_same_seed_gives_the_same_answer(search, compiled):
    again = [facts(search.search(TREE, start(1), compiled=compiled)) for _ in range(2)]
    assert again[0] == again[1]
    other = type(search)(seed=1).search(TREE, start(1), Limit(nodes=500), compiled=compiled)
    assert facts(other) != again[0]


@pytest.mark.parametrize("level", range(1, 7))
def test_the_best_move_of_correlated_trees_in_forty_generations(level):
    """No more bias than the paper's table 2, at levels where that is 0 or 1."""
    search = Genetic(generations=40)
    for seed in range(30):
        found = search.search(TREE, start(seed), Limit(depth=level))
        assert bias(start(seed), level, found.move) == 0, seed


def test_challenges_are_worth_more_than_paths_without():
    """On these trees the paper's own algorithm does about as well as random paths."""
    wrong = {}
    plain = Genetic(deepening=False, ordered=False, whole_last_ply=False)
    for search in (plain, replace(plain, challenges=0), LasVegas()):
        found = [search.search(TREE, start(seed), Limit(depth=5, nodes=2000)) for seed in range(30)]
        wrong[search] = sum(bias(start(seed), 5, each.move) for seed, each in enumerate(found))
    challenged, *others = wrong.values()
    assert challenged == 0
    assert min(others) > 5


@sampled(3)
@pytest.mark.parametrize("whole", [False, True], ids=["", "whole"])
@pytest.mark.parametrize("name", [name for name in games.names() if takes("genetic", load(name))])
def test_the_value_is_that_of_the_last_state_of_the_line(name, whole):
    game = load(name)
    state = played(game, 3, seed=2)
    search = Genetic(depth=4, deepening=False, whole_last_ply=whole)
    limit = Limit(nodes=tiered(200, full=200, quick=60))
    found = search.search(game, state, limit, compiled=False)
    player, end = game.to_move(state), state
    for move in found.line:
        assert move in list(game.moves(end))
        end = game.result(end, move)
    over = game.is_terminal(end)
    value = game.utility(end, player) if over else game.evaluate(end, player)
    assert found.value == value
    assert over or len(found.line) == 4


@only_full
@sampled(2)
@optimised_in_full
@pytest.mark.parametrize("name", ["othello", "connect-four", "nim", "gomoku"])
def test_thousands_of_searches_play_no_illegal_move(name):
    """From random positions, with all settings."""
    game, random = load(name), Random(name)
    for seed in range(tiered(100 if name == "gomoku" else 400, full=2500)):
        state = played(game, random.randrange(25), seed)
        state = game.initial() if game.is_terminal(state) else state
        search = Genetic(
            repair=random.choice(["next", "nearest", "random"]),
            genes=random.choice(["moves", "branches"]),
            challenges=random.choice([0, 2]),
            ordered=random.random() < 0.5,
            whole_last_ply=random.random() < 0.5,
            population=random.randrange(2, 12),
            seed=seed,
            megabytes=1,
        )
        for move in search.search(game, state, Limit(depth=5, nodes=30)).line:
            assert move in list(game.moves(state))
            state = game.result(state, move)


def test_a_search_continues_after_pruning_a_small_tree():
    limit = Limit(nodes=30_000)
    plain = Genetic(megabytes=1, deepening=False, ordered=False, whole_last_ply=False)
    small = plain.search(TREE, start(1), limit)
    large = replace(plain, megabytes=64).search(TREE, start(1), limit)
    assert small.nodes == 30_000
    assert not small.proved
    assert large.proved
    assert large.nodes < 30_000
    assert bias(start(1), 7, small.move) <= 1
    assert bias(start(1), 7, large.move) == 0


@MODES
def test_no_budget_still_gives_a_legal_move(compiled):
    game = load("othello")
    for limit in (Limit(seconds=0), Limit(nodes=0), Limit(depth=0)):
        found = Genetic().search(game, game.initial(), limit, compiled=compiled)
        assert found.move in list(game.moves(game.initial()))
        assert (found.depth, found.nodes, found.proved) == (0, 0, False)


def test_seconds_are_kept():
    search = Genetic(challenges=0)
    search.search(TREE, start(1), Limit(nodes=1))  # compiled by now
    with computing_at_most(1):
        found = search.search(TREE, start(1), Limit(seconds=0.2))
    assert found.seconds >= 0.2


@MODES
def test_evolution_stops_when_the_value_is_exact(compiled):
    for level in (1, 2, 3, 4):
        found = Genetic().search(TREE, start(level), Limit(depth=level), compiled=compiled)
        exact = Engine().search(TREE, start(level), Limit(depth=level))
        assert found.value == exact.value
        assert not found.proved  # the leaves are guesses there
    small = load("random-tree", branching=3, depth=4)
    found = Genetic().search(small, small.initial(), Limit(depth=4), compiled=compiled)
    assert found.proved
    assert found.value == named("minimax").search(small, small.initial()).value


def test_its_tree_can_be_recorded():
    game = load("random-tree", branching=3, depth=3)
    tree = record(Genetic(generations=2, population=4), game)
    assert tree.root.value == tree.result.value
    assert tree.line == tree.result.line
    assert all(node.kind in ("utility", "value") for node in tree.nodes)


def test_more_paths_than_fit_the_tree():
    with pytest.raises(OutplyError, match="do not fit a tree of 1 megabytes; give more"):
        Genetic(megabytes=1, population=60_000).search(TREE, start(1))


# -- beyond the paper --------------------------------------------------------------------


@MODES
def test_islands_exchange_their_best_and_agree_with_themselves(compiled):
    search = Genetic(islands=3, generations=25, population=10)
    again = [search.search(TREE, start(4), Limit(depth=5), compiled=compiled) for _ in range(2)]
    assert facts(again[0]) == facts(again[1])
    assert again[0].value == Engine().search(TREE, start(4), Limit(depth=5)).value
    some = search.search(TREE, start(4), Limit(nodes=90), compiled=compiled)
    assert 0 < some.nodes <= 90


@MODES
def test_deepening_answers_with_a_depth_whose_value_is_exact(compiled):
    found = Genetic(population=10).search(TREE, start(2), Limit(nodes=400), compiled=compiled)
    assert 1 < found.depth < 7
    exact = Engine().search(TREE, start(2), Limit(depth=found.depth))
    assert (found.value, found.nodes) == (exact.value, 400)


def test_deepening_ignores_depths_with_equal_values():
    """Where leaves are independent, no shallow depth says anything: the deepest is the answer."""
    game = load("random-tree", branching=7, depth=7, spread=10**6)
    found = Genetic(population=10).search(game, game.initial(), Limit(nodes=5000))
    assert (found.depth, len(found.line)) == (7, 7)


@MODES
def test_by_the_games_order_the_win_and_the_block_are_tried_first(compiled):
    game = load("gomoku", size=9)
    state = game.initial()
    for text in ("e5", "e4", "e6", "d7", "e7", "f3", "e8"):  # and threatens to make five
        state = game.result(state, game.parse_move(state, text))
    paths = Limit(nodes=30)
    found = Genetic(deepening=False, depth=2).search(game, state, paths, compiled=compiled)
    assert game.format_move(state, found.move) == "e9"


def test_the_whole_last_ply_makes_a_path_worth_more():
    for whole, seed in product((False, True), range(4)):
        search = Genetic(whole_last_ply=whole)
        found = search.search(TREE, start(seed), Limit(depth=5, nodes=10**5))
        assert found.value == Engine().search(TREE, start(seed), Limit(depth=5)).value
        if not whole:
            paths = found.nodes
    assert found.nodes < paths / 2


@MODES
def test_quiescence_follows_noisy_moves(compiled):
    game = Walkers()

    def values(search):
        states = [played(game, 4, seed) for seed in range(20)]
        going_on = [state for state in states if not game.is_terminal(state)]
        return [search.search(game, s, Limit(depth=2), compiled=compiled).value for s in going_on]

    loud, quiet = values(Genetic()), values(Genetic(quiescence=True))
    assert loud != quiet
    assert len(loud) > 5


def test_reuse_begins_with_the_paths_of_the_move_before():
    search, other = Genetic(reuse=True, seed=3, depth=5), Genetic(seed=3, depth=5)
    first = search.search(TREE, start(6), Limit(nodes=3000))
    after = TREE.result(TREE.result(start(6), first.line[0]), first.line[1])
    assert first.line[2:] in kept_paths(search, TREE, after)
    assert kept_paths(search, TREE, start(7)) == []
    assert kept_paths(other, TREE, after) == []
    assert search.search(TREE, after, Limit(nodes=300)).nodes > 0


class Trio(RandomTree):
    players = 3


class Gamble(RandomTree):
    def outcomes(self, state):
        yield 0, 1.0


@pytest.mark.parametrize("search", [Genetic(), LasVegas()], ids=["genetic", "lasvegas"])
def test_games_that_it_cannot_take(search):
    for game, reason in (
        (Trio(), "it is for two players and this game has 3"),
        (Gamble(), "it cannot handle chance"),
    ):
        with pytest.raises(OutplyError, match=f"{search.name} cannot search .*: {reason}"):
            search.search(game, game.initial(), Limit(nodes=10))
