"""Strategies: known equilibria, and an oracle for other games."""

from __future__ import annotations

import random

import pytest

from outply import Minimax
from outply.games.kuhn_poker import BET
from outply.games.liars_dice import LiarsDice
from outply.games.nim import Nim
from outply.games.random_tree import RandomTree
from outply.search.cfr import CFR, MCCFR
from tests.cfr.hidden_games import (
    BOTH,
    GAMES,
    GIFT,
    HEADS,
    KUHN,
    LEDUC,
    MODES,
    TAILS,
    UNKNOWN,
    Coins,
    Forgetful,
    Pennies,
    Turns,
    TwoTurns,
    decisions,
    followed,
)
from tests.oracles import best_response as oracle
from tests.tiers import only_full, slow

# -- known equilibria -----------------------------------------------------------------


@slow
@MODES
def test_kuhn_poker_is_solved(compiled):
    strategy = CFR().solve(KUHN, compiled=compiled)
    assert strategy.value == pytest.approx(-1 / 18, abs=1e-4)
    assert strategy.exploitability < 0.001
    assert strategy.iterations == 1000


def test_kuhn_poker_is_played_as_kuhn_says():
    """The first player has a one-parameter family of equilibria, the second has one."""
    strategy = CFR(iterations=20_000).solve(KUHN)

    def chance_to_bet(text: str) -> float:
        return strategy.probabilities(KUHN, KUHN.parse(text))[BET]

    alpha = chance_to_bet("J Q")
    assert 0 <= alpha <= 1 / 3 + 0.01
    assert chance_to_bet("K Q") == pytest.approx(3 * alpha, abs=0.02)
    assert chance_to_bet("Q J") == pytest.approx(0, abs=0.01)
    assert chance_to_bet("Q J | check bet") == pytest.approx(alpha + 1 / 3, abs=0.02)
    assert chance_to_bet("Q J | bet") == pytest.approx(0, abs=0.01)
    assert chance_to_bet("J Q | bet") == pytest.approx(1 / 3, abs=0.02)
    assert chance_to_bet("J K | bet") == pytest.approx(1, abs=0.01)
    assert chance_to_bet("Q J | check") == pytest.approx(1 / 3, abs=0.02)


def test_leduc_poker_is_solved():
    strategy = CFR().solve(LEDUC)
    assert strategy.value == pytest.approx(-0.0856, abs=0.001)
    assert strategy.exploitability < 0.001
    assert strategy.nodes == 9457 * 1001


@slow
@MODES
def test_a_hidden_coin_without_chance(compiled):
    game = Pennies()
    strategy = CFR(iterations=3000).solve(game, compiled=compiled)
    assert strategy.value == pytest.approx(0.2, abs=0.001)
    hide = strategy.probabilities(game, game.initial())
    assert hide == pytest.approx({HEADS: 0.4, TAILS: 0.6, GIFT: 0}, abs=0.02)
    guess = strategy.probabilities(game, Coins(TAILS, UNKNOWN))
    assert guess == pytest.approx({HEADS: 0.6, TAILS: 0.4}, abs=0.02)


@pytest.mark.parametrize(
    "game",
    [
        *(RandomTree(branching=3, depth=4, seed=seed) for seed in range(3)),
        *(Nim(piles=(1, 2)), Nim(piles=(2, 2)), Nim(piles=(1, 2, 2), misere=True)),
    ],
    ids=repr,
)
def test_with_nothing_hidden_it_is_minimax(game):
    truth = Minimax().search(game, game.initial()).value
    least, most = game.utility_range
    strategy = CFR(iterations=2000).solve(game)
    assert strategy.value == pytest.approx(truth, abs=0.01 * (most - least))


@only_full
def test_more_sampling_is_better():
    worst = MCCFR(iterations=100).solve(LEDUC).exploitability
    better = MCCFR(iterations=10_000).solve(LEDUC).exploitability
    best = MCCFR(iterations=300_000).solve(LEDUC).exploitability
    assert best < 0.5 * better < 0.25 * worst
    assert MCCFR().solve(KUHN).exploitability < 0.01


# -- against the oracle ---------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("iterations", [1, 5])
def test_values_and_exploitability_are_what_an_oracle_finds(game, iterations, kind):
    strategy = kind(iterations=iterations, seed=7).solve(game)
    follow = followed(strategy, game)
    assert strategy.value == pytest.approx(oracle.expected(game, follow, game.initial(), 0))
    found = oracle.exploitability(game, follow)
    assert found > 1e-6, "or nothing is compared"
    assert strategy.exploitability == pytest.approx(found)


@pytest.mark.parametrize("game", [KUHN, LiarsDice(sides=2), Pennies()], ids=repr)
def test_values_of_information_sets_are_what_an_oracle_finds(game):
    strategy = CFR(iterations=1).solve(game)
    follow = followed(strategy, game)
    compared = 0
    for state in decisions(game):
        player = game.to_move(state)
        found = CFR(iterations=1).search(game, state)
        truth = oracle.value_of_group(game, follow, player, state)
        assert found.value == pytest.approx(truth)
        compared += 1
    assert compared > 2


def test_only_chance_weights_worlds_that_the_strategy_never_reaches():
    game = Pennies()
    strategy = CFR(iterations=500).solve(game)
    state = Coins(GIFT, UNKNOWN)
    assert strategy.probabilities(game, game.initial())[GIFT] == 0
    share = strategy.probabilities(game, state)
    assert strategy.value_to_mover(game, state) == pytest.approx(
        3 * share[HEADS] + 5 * share[TAILS]
    )


def test_players_have_perfect_recall():
    """The player knows the own moves, even where what is seen does not tell them."""
    strategy = CFR(iterations=300).solve(Forgetful())
    assert strategy.value == pytest.approx(-1 / 18, abs=0.001)
    assert strategy.exploitability < 0.002


def test_of_sets_with_one_observation_the_most_reached_counts():
    game = TwoTurns()
    strategy = CFR(iterations=100).solve(game)
    assert strategy.value == pytest.approx(1, abs=0.05)
    for first in (0, 1):
        assert strategy.probabilities(game, Turns(first, UNKNOWN))[1] > 0.9


# -- interpreted and compiled ---------------------------------------------------------


@slow
@BOTH
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_interpreted_and_compiled_agree(game, kind):
    search = kind(iterations=20, seed=3)
    slow, fast = (search.solve(game, compiled=mode) for mode in (False, True))
    assert (slow.value, slow.exploitability) == (fast.value, fast.exploitability)
    assert (slow.nodes, slow.iterations) == (fast.nodes, fast.iterations)
    states = list(decisions(game))
    for state in random.Random(1).sample(states, min(50, len(states))):
        assert slow.probabilities(game, state) == fast.probabilities(game, state)
        assert slow.value_to_mover(game, state) == fast.value_to_mover(game, state)


@slow
def test_long_histories_have_room():
    """A thousand plies, one move each, interpreted and compiled."""
    game = RandomTree(branching=1, depth=1000)
    slow, fast = (MCCFR(iterations=2).solve(game, compiled=mode) for mode in (False, True))
    assert slow.value == fast.value
    assert slow.nodes == fast.nodes == 5 * 1001
